<?php
// PHP's own uniqid() waits for the next microsecond, and on a stopped clock that never comes. It is switched off in
// the sites' php/webarium.ini, so that this one can take its place: time, then how often this process has been asked.
function uniqid( string $prefix = '', bool $more_entropy = false ): string {
	static $count = 0;
	return $prefix . sprintf( '%08x%05x', time(), ++$count ) . ( $more_entropy ? '.00000000' : '' );
}
