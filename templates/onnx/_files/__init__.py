"""Opening and saving files of messages."""
