"""What Askbot lacks, and where it is changed."""
