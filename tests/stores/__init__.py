"""What only a real server can show."""
