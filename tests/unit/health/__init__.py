"""The limits of the health check, and what counts as a session that ends too soon."""
