"""The shop as its neighbours know it: what it sells, and who has an account there."""
