<?php
// What MediaWiki itself makes of the rows while the image is built: the search index and the sessions of the profiles.
// Run by bake.sh: php maintenance/run.php /srv/wiki/app/bake.php
use MediaWiki\Deferred\SearchUpdate;
use MediaWiki\MediaWikiServices;
use MediaWiki\Revision\SlotRecord;
use MediaWiki\Title\Title;

require_once '/usr/share/mediawiki/maintenance/Maintenance.php';

class BakeWiki extends Maintenance {
	public function execute() {
		$this->index();
		$this->sessions();
	}

	private function index() {
		$services = MediaWikiServices::getInstance();
		$store = $services->getRevisionStore();
		$dbw = $this->getPrimaryDB();
		$rows = $dbw->newSelectQueryBuilder()->select( [ 'page_id', 'page_namespace', 'page_title', 'page_latest' ] )
			->from( 'page' )->orderBy( 'page_id' )->caller( __METHOD__ )->fetchResultSet();
		$dbw->begin( __METHOD__ );
		foreach ( $rows as $row ) {
			$title = Title::newFromRow( $row );
			$content = $store->getRevisionById( $row->page_latest )->getContent( SlotRecord::MAIN );
			( new SearchUpdate( $row->page_id, $title, $content ) )->doUpdate();
		}
		$dbw->commit( __METHOD__ );
		foreach ( [ 'si_title', 'si_text' ] as $column ) {
			$dbw->query( "ALTER TABLE searchindex ADD FULLTEXT INDEX $column ($column)", __METHOD__ );
		}
		$this->output( "bake: {$rows->numRows()} pages indexed\n" );
	}

	private function sessions() {
		$services = MediaWikiServices::getInstance();
		$store = $services->getObjectCacheFactory()->getInstance( CACHE_DB );
		$prefix = $this->getConfig()->get( 'CookiePrefix' );
		$expires = time() + 2 * $this->getConfig()->get( 'ObjectCacheSessionExpiry' );
		$baked = [];
		foreach ( json_decode( getenv( 'SITE_PROFILES' ), true, 2, JSON_THROW_ON_ERROR ) as $profile => $name ) {
			$user = $services->getUserFactory()->newFromName( $name );
			$id = str_pad( '', 32, substr( md5( "session $profile" ), 0, 8 ) );
			$metadata = [ 'provider' => 'MediaWiki\Session\CookieSessionProvider', 'providerMetadata' => null, 'userId' => $user->getId(), 'userName' => $name,
				'userToken' => $user->getToken( false ), 'remember' => false, 'forceHTTPS' => false, 'expires' => $expires, 'loggedOut' => 0, 'persisted' => true ];
			$data = [ 'wsTokenSecrets' => [ 'default' => md5( "secret $profile" ) ] ];
			$store->set( $store->makeKey( 'MWSession', $id ), [ 'data' => $data, 'metadata' => $metadata ], $expires );
			$cookies = [ "{$prefix}_session" => $id, "{$prefix}UserID" => (string)$user->getId(), "{$prefix}UserName" => rawurlencode( $name ) ];
			foreach ( $cookies as $key => $value ) {
				$baked[$profile]['cookies'][] = [ 'name' => $key, 'value' => $value, 'path' => '/' ];
			}
		}
		file_put_contents( getenv( 'SITE_SESSIONS' ), json_encode( $baked, JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES ) . "\n" );
		$this->output( "bake: sessions of " . implode( ', ', array_keys( $baked ) ) . "\n" );
	}
}

$maintClass = BakeWiki::class;
