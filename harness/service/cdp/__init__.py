"""Episodes whose browser others drive, over the Chrome DevTools Protocol."""
