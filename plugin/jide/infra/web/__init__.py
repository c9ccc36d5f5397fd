"""The HTTP edge: authentication, strict bodies, problem+json, scopes."""
