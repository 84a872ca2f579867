"""What the forge has and Pagure has not: due dates, profiles, to-do page, new files, licences."""
