"""What a user's memory ought to be, kept in plain lists, to compare the service with."""
