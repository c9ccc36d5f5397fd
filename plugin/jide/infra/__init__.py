"""What the slices stand on: PostgreSQL, Redis, named SQL, migrations, web, metrics, logs."""
