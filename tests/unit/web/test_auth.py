"""The key of a request, in each way that clients write it."""

import base64

import pytest
from werkzeug.datastructures import Headers

from jide.errors import Unauthenticated
from jide.infra.web.auth import presented_key

KEY = "jk_acme_0123456789ab_" + "s" * 43


def packed(text: str) -> str:
    """`text` in base64."""
    return base64.b64encode(text.encode()).decode()


@pytest.mark.parametrize(
    "headers",
    [
        {"Authorization": f"Bearer {KEY}"},
        {"Authorization": f"bearer   {KEY} "},
        {"Authorization": f"Bearer Bearer Bearer {KEY}"},
        {"Authorization": f"Basic {KEY}"},
        {"Authorization": f"Basic {packed(KEY)}"},
        {"Authorization": f"Basic {packed(KEY + ':')}"},
        {"Authorization": f"Basic {packed('jide:' + KEY)}"},
        {"Authorization": KEY},
        {"X-API-Key": KEY},
        {"Authorization": "", "X-API-Key": KEY},
        {"X-API-Key": f"Bearer {KEY}"},
    ],
)
def test_the_key_is_found(headers: dict[str, str]) -> None:
    """Dify's own spellings included."""
    assert presented_key(Headers(headers)) == KEY


@pytest.mark.parametrize(
    "headers",
    [
        {}, {"Authorization": ""}, {"Authorization": "Bearer"}, {"Authorization": "Bearer "}, {"X-API-Key": " "},
        {"Authorization": "Basic !!!"}, {"Authorization": f"Basic {packed('a:b')}"}, {"Authorization": "Digest x=y"},
        {"Authorization": f"Basic {packed(KEY + ':' + KEY)}"}, {"Authorization": "Bearer 张三"},
        {"Authorization": "Bearer " * 10_000},
    ],
)  # fmt: skip
def test_without_a_key_nobody_is_authenticated(headers: dict[str, str]) -> None:
    """What is no key is a 401, never a fault."""
    with pytest.raises(Unauthenticated):
        presented_key(Headers(headers))
