"""Rules and other facts beyond the declarations of a schema, and the check of messages."""
