"""Jide (记得): evidenced memory for Dify and LangGraph agents."""

__version__ = "0.1.0"
