"""The gate and the claims: pure."""
