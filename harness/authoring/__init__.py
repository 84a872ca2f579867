"""What authors of tasks use: a first template by questions, an oracle by demonstration, a check-up of all."""
