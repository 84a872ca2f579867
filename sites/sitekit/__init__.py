"""What the Django applications of several sites share; images put it beside the application."""
