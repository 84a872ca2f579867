"""What the newspaper's archive holds, made from one seed number. ``assemble.make_paper`` is the way in."""
