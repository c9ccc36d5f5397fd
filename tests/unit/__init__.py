"""Pure code, without servers."""
