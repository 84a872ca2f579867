"""What the forge has and Pagure has not: due dates, profiles, a to-do page, a licence for a new project."""
