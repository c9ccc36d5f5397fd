"""The classifier's place: an independent vote on a sentence, beside the rules."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Vote:
    """What a model makes of a sentence: a probability for each signal and for silence, under the model's id."""

    model: str
    signals: Mapping[str, float]


def vote(text: str, language: str) -> Vote | None:
    """The model's vote on a sentence; None while there is no model, and the rules alone decide."""
    del text, language
    return None
