<?php
// Scripts and styles. What a request for them gives depends on its address alone, since pages cannot change code or
// styles here; so the answers that pages ask for are kept in files: some made with the image, the others when first asked.
$wiki_key = sha1( $_SERVER['QUERY_STRING'] ?? '' );
$wiki_versioned = isset( $_GET['version'] );
foreach ( [ '/srv/wiki/load/', '/tmp/load/' ] as $wiki_folder ) {
	if ( is_file( $wiki_folder . $wiki_key ) ) {
		[ $wiki_type, $wiki_body ] = explode( "\n", file_get_contents( $wiki_folder . $wiki_key ), 2 );
		header( 'Content-Type: ' . $wiki_type );
		header( 'Cache-Control: public, max-age=' . ( $wiki_versioned ? 2592000 : 300 ) );
		echo $wiki_body;
		exit;
	}
}
$wiki_keep = getenv( 'WIKI_LOAD' ) ?: ( $wiki_versioned ? '/tmp/load/' : '' );
if ( $wiki_keep ) {
	ob_start( static function ( $body ) use ( $wiki_keep, $wiki_key ) {
		foreach ( headers_list() as $line ) {
			if ( stripos( $line, 'Content-Type: ' ) === 0 ) {
				$type = substr( $line, 14 );
			}
		}
		if ( http_response_code() === 200 && isset( $type ) && $body !== '' && ( is_dir( $wiki_keep ) || mkdir( $wiki_keep ) ) ) {
			$new = $wiki_keep . $wiki_key . '.' . getmypid();
			file_put_contents( $new, "$type\n$body" );
			rename( $new, $wiki_keep . $wiki_key );
		}
		return $body;
	} );
}
unset( $wiki_folder, $wiki_keep, $wiki_key, $wiki_versioned );
require '/usr/share/mediawiki/load.php';
