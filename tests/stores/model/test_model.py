"""The service against a model in plain lists: whatever happens in whatever order, both give the same answers."""

import pytest

from jide.infra.deps import Deps
from jide.namespace import Namespace
from tests.stores.model.story import Story

STEPS = 260


@pytest.mark.parametrize("seed", range(8))
def test_service_and_model_never_disagree(web_deps: Deps, work_deps: Deps, user: Namespace, seed: int) -> None:
    """2,080 steps in all; after each: what is true now, what was true then, what was known then, what waits."""
    story = Story(web_deps, work_deps, user, seed)
    told: list[str] = []
    for _ in range(STEPS):
        told.append(story.step())
        now = story.clock.now
        assert story.answers() == story.memory.answers(now, now), told[-6:]
        assert story.pending() == {draft.draft_id for draft in story.memory.pending()}, told[-6:]
        then, known = story.moment(), min(story.moment(), now)
        assert story.answers(as_of=then) == story.memory.answers(then, now), (told[-6:], then)
        both = story.answers(as_of=then, known_at=known)
        assert both == story.memory.answers(then, known), (told[-6:], then, known)
    assert len(set(told)) >= 12  # of the thirteen things that can happen; sessions seldom expire
