"""What Oscar lacks: fast listings with facets, brands, newsletter, contact form, comparison, an outbox for
mail.
"""
