"""The extractor, without a server."""
