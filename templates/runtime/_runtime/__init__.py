"""What every package needs: the base of messages, their lists and maps, and the wire format."""
