"""The live conversation: appended in Redis, archived in PostgreSQL."""
