"""Whether this installation is well."""
