<?php
// Answers 200 when pages work. At the first call of a container it opens some pages, so that their code is compiled.
$code = '/usr/share/mediawiki/includes/Setup.php';
if ( !opcache_is_script_cached( $code ) ) {
	$paths = [ '/wiki/Main_Page', '/index.php?title=Main_Page&action=history', '/wiki/Special:RecentChanges',
		'/index.php?search=lake+railway&title=Special:Search&fulltext=1', '/wiki/Category:Contents',
		'/rest.php/v1/search/title?q=lake&limit=2', '/load.php?lang=en&modules=startup&only=scripts&raw=1&skin=vector-2022',
		'/api.php?action=query&titles=Main+Page&format=json' ];
	foreach ( $paths as $path ) {
		$stream = fsockopen( '127.0.0.1', (int)( getenv( 'HTTP_PORT' ) ?: 8000 ), $number, $text, 60 );
		fwrite( $stream, "GET $path HTTP/1.0\r\nHost: wiki.webarium.test\r\n\r\n" );
		$answer = stream_get_contents( $stream );
		fclose( $stream );
		if ( !preg_match( '#^HTTP/1\.[01] 200#', $answer ) ) {
			http_response_code( 500 );
			exit( "$path answers " . substr( $answer, 0, 80 ) );
		}
	}
}
mysqli_report( MYSQLI_REPORT_OFF );
$database = mysqli_connect( 'localhost', getenv( 'DB_USER' ), getenv( 'DB_PASSWORD' ), getenv( 'DB_NAME' ), 0, getenv( 'DB_SOCKET' ) );
$row = $database ? $database->query( 'SELECT ss_total_pages FROM site_stats' )->fetch_row() : null;
if ( !$row || !$row[0] ) {
	http_response_code( 503 );
	exit( 'no pages' );
}
header( 'Content-Type: text/plain' );
echo "ok\n";
