"""Strategies: ids as people and programs make them, legal and not."""

from hypothesis import strategies as st

from jide.errors import BadId
from jide.namespace import check_id


def _is_legal(value: str) -> bool:
    try:
        check_id(value)
    except BadId:
        return False
    return True


SPECIAL = [
    "*",
    "%",
    "_",
    "o'brien",
    "a|b",
    "u1:s1",
    "张三",
    "a#b",
    "{b001}",
    "%3A",
    "%253A",
    "a:",
    ":a",
    "é",
    "e\u0301",
    "👩‍💻",
]

legal_ids = st.one_of(
    st.sampled_from(SPECIAL),
    st.text("ab#%:{}235ADB7'*_|·张", min_size=1, max_size=12),
    st.text(min_size=1, max_size=128),
).filter(_is_legal)

tenants = st.from_regex(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", fullmatch=True)
