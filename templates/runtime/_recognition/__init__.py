"""Recognition of files of other formats by their content."""
