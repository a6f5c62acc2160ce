"""Rules and other facts beyond a schema's declarations, and their checks."""
