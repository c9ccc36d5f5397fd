"""The offset map of a redaction: every place leads back to where it was, in order."""

from hypothesis import given
from tests.unit.redact.test_redact import TEXTS

from jide.redact import redact


@given(TEXTS)
def test_every_offset_leads_back(text: str) -> None:
    """Outside placeholders to the very character, inside to where the secret starts; never backwards, end to end."""
    found = redact(text)
    inside = {n: original for start, end, original, _ in found.edits for n in range(start, end)}
    places = [found.to_original(n) for n in range(len(found.text) + 1)]
    assert places == sorted(places)
    assert places[-1] == len(text)
    for n, char in enumerate(found.text):
        assert places[n] == inside[n] if n in inside else text[places[n]] == char


@given(TEXTS)
def test_what_was_replaced_is_counted(text: str) -> None:
    """As many of each kind as there are placeholders that were not there before."""
    found = redact(text)
    kinds = [found.text[start + 1 : end - 1].rpartition("_")[0] for start, end, _, _ in found.edits]
    assert dict(found.counts) == {kind: kinds.count(kind) for kind in set(kinds)}
