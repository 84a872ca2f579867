// Pagure adds a language for RPM spec files here, which Debian leaves out.
