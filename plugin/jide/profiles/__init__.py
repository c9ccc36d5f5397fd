"""The long-term half: versioned, evidenced units of knowledge about a user."""
