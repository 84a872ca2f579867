"""From Markdown and dictionary files to books in the ZIM format."""
