"""wiregen turns protobuf schemas into typed Python packages and reference documents."""
