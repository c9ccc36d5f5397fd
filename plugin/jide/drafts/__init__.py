"""The gate, and the queue of what it would not decide alone."""
