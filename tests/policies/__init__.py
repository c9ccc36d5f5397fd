"""Row-level security: who may do what with which rows."""
