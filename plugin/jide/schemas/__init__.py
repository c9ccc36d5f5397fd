"""JSON Schemas (draft 2020-12): requests, UCU values and openapi.json come from these files."""
