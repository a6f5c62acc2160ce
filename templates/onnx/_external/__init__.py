"""External tensor data: locations, reading, and storage on save."""
