<?php
// PHP's own uniqid() waits until the microsecond has changed, which a stopped clock never does. This one counts.
if ( !function_exists( 'uniqid' ) ) {
    function uniqid( string $prefix = '', bool $more_entropy = false ): string {
        static $count = 0;
        return $prefix . sprintf( '%08x%05x', time(), ++$count ) . ( $more_entropy ? sprintf( '.%08d', $count ) : '' );
    }
}
