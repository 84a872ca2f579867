<?php
// Settings of Findling, the wiki. Everything is here that keeps pages the same from one visit to the next:
// no cache that outlives a request, no writing on a look, no call to elsewhere. docs/sites.md says why.
use MediaWiki\Html\Html;

if ( !defined( 'MEDIAWIKI' ) ) {
	exit;
}

// ---- addresses: people come as wiki.localhost:<port>, agents as wiki.webarium.test
$wiki_host = $_SERVER['HTTP_HOST'] ?? 'wiki.webarium.test';
if ( !preg_match( '/^[a-z0-9.-]+(:\d+)?$/D', $wiki_host ) ) {
	$wiki_host = 'wiki.webarium.test';
}
$wgServer = 'http://' . $wiki_host;
$wgCanonicalServer = 'http://wiki.webarium.test';
$wgScriptPath = '';
$wgArticlePath = '/wiki/$1';
$wgUsePathInfo = true;
$wgAssumeProxiesUseDefaultProtocolPorts = false;
unset( $wiki_host );

// ---- who we are
$wgSitename = 'Findling';
$wgMetaNamespace = 'Findling';
$wgLanguageCode = 'en';
$wgLocaltimezone = 'UTC';
$wgLogos = [
	'icon' => '/static/findling.svg',
	'1x' => '/static/findling.svg',
	'svg' => '/static/findling.svg',
	'wordmark' => [ 'src' => '/static/wordmark.svg', 'width' => 128, 'height' => 22 ],
	'tagline' => [ 'src' => '/static/tagline.svg', 'width' => 128, 'height' => 13 ],
];
$wgFavicon = '/static/findling.svg';
$wgRightsText = 'Creative Commons Attribution-ShareAlike 4.0';
$wgEmergencyContact = $wgPasswordSender = 'wiki@findling.example';

// ---- database
$wgDBtype = 'mysql';
$wgDBserver = 'localhost:' . getenv( 'DB_SOCKET' );
$wgDBname = getenv( 'DB_NAME' );
$wgDBuser = getenv( 'DB_USER' );
$wgDBpassword = getenv( 'DB_PASSWORD' );
$wgDBTableOptions = 'ENGINE=InnoDB, DEFAULT CHARSET=binary';
$wgSecretKey = str_repeat( 'webarium', 8 );
$wgUpgradeKey = false;

// ---- chance follows from the clock and the request: the same actions give the same rows
mt_srand( crc32( time() . ( $_SERVER['REQUEST_METHOD'] ?? '' ) . ( $_SERVER['REQUEST_URI'] ?? '' ) ) );
$_SERVER['UNIQUE_ID'] = 'webarium';
$wgHooks['MediaWikiServices'][] = static function ( $services ) {
	require_once __DIR__ . '/StillIds.php';
	$services->redefineService( 'GlobalIdGenerator', static fn () => new StillIds( '/tmp' ) );
};
// the gateway's address differs from world to world
$_SERVER['REMOTE_ADDR'] = '192.0.2.1';
unset( $_SERVER['HTTP_X_FORWARDED_FOR'] );

// ---- no caches: what is not there cannot be out of date, and a look writes nothing
$wgMainCacheType = CACHE_NONE;
$wgMessageCacheType = CACHE_NONE;
$wgParserCacheType = CACHE_NONE;
$wgLanguageConverterCacheType = CACHE_NONE;
$wgMainStash = CACHE_NONE;
$wgSessionCacheType = CACHE_DB;
$wgResourceLoaderUseObjectCacheForDeps = true;
$wgCachePages = false;
$wgUseFileCache = false;
$wgEnableSidebarCache = false;
$wgCacheEpoch = '20260101000000';
$wgInvalidateCacheOnLocalSettingsChange = false;
$wgLocalisationCacheConf['storeClass'] = LCStoreStaticArray::class;
$wgLocalisationCacheConf['storeDirectory'] = '/srv/wiki/l10n';
$wgLocalisationCacheConf['manualRecache'] = true;
$wgCacheDirectory = false;
$wgTmpDirectory = '/tmp';
$wgEnableParserLimitReporting = false;
$wgParserCacheExpireTime = 0;
$wgMiserMode = false;
$wgUpdateCompatibleMetadata = false;

// ---- what follows from an edit is done before the answer is complete, and leaves no queue behind
$wgJobTypeConf = [ 'default' => [ 'class' => JobQueueMemory::class ] ];
$wgJobRunRate = 100;
$wgRunJobsAsync = false;
$wgRCWatchCategoryMembership = false;
$wgPutIPinRC = false;
$wgRCMaxAge = 90 * 86400;
$wgShowUpdatedMarker = false;
$wgWatchlistExpiry = false;
$wgUseTagFilter = true;

// ---- sessions hold; the cookies of the profiles are baked into the image
$wgCookiePrefix = 'findling';
$wgObjectCacheSessionExpiry = 10 * 365 * 86400;
$wgCookieExpiration = 0;
$wgExtendedLoginCookieExpiration = 0;
$wgPasswordPolicy['policies']['default'] = [];
$wgPasswordPolicy['policies']['sysop'] = [];
$wgPasswordPolicy['policies']['bureaucrat'] = [];
$wgPasswordPolicy['policies']['interface-admin'] = [];
$wgPasswordPolicy['policies']['bot'] = [];
$wgRateLimits = [];
$wgPasswordAttemptThrottle = [];
$wgSessionInsecureSecrets = false;

// ---- who may what
$wgGroupPermissions['*']['edit'] = false;
$wgGroupPermissions['*']['createpage'] = false;
$wgGroupPermissions['*']['createtalk'] = false;
$wgGroupPermissions['*']['createaccount'] = false;
$wgGroupPermissions['*']['autocreateaccount'] = false;
$wgGroupPermissions['*']['writeapi'] = true;
$wgAutoConfirmAge = 0;
$wgAutoConfirmCount = 0;
$wgAllowUserCss = $wgAllowUserJs = false;
$wgUseSiteCss = $wgUseSiteJs = false;

// ---- nothing from or to elsewhere
$wgEnableEmail = $wgEnableUserEmail = false;
$wgEnableUploads = false;
$wgUseInstantCommons = false;
$wgAllowExternalImages = false;
$wgPingback = false;
$wgEnableDnsBlacklist = false;
$wgUseImageMagick = false;
$wgDiff3 = '/usr/bin/diff3';
$wgDiff = false;
$wgShellLocale = 'C.UTF-8';
$wgNoFollowLinks = true;

// ---- errors are the site's own business
$wgShowExceptionDetails = (bool)getenv( 'WIKI_DEBUG' );
$wgDebugLogFile = '';

// ---- the look
$wgDefaultSkin = 'vector-2022';
wfLoadSkin( 'Vector' );
wfLoadSkin( 'MonoBook' );
$wgVectorLanguageInHeader = [ 'logged_in' => false, 'logged_out' => false ];
$wgVectorLanguageInMainPageHeader = [ 'logged_in' => false, 'logged_out' => false ];
$wgDefaultUserOptions['watchlistdays'] = 30;
$wgDefaultUserOptions['rcdays'] = 30;
$wgDefaultUserOptions['rclimit'] = 50;
$wgDefaultUserOptions['watchdefault'] = 0;
$wgDefaultUserOptions['watchcreations'] = 0;
$wgDefaultUserOptions['watchmoves'] = 0;
$wgDefaultUserOptions['watchdeletion'] = 0;
$wgDefaultUserOptions['usenewrc'] = 0;
$wgDefaultUserOptions['watchlistunwatchlinks'] = 1;
// else the script of watchlist and recent changes saves these for everybody who looks for the first time
foreach ( [ 'rcfilters', 'rcfilters-wl' ] as $wiki_filters ) {
	$wgDefaultUserOptions["$wiki_filters-saved-queries"] = '{"version":"2","queries":{}}';
}
$wgDefaultUserOptions['rcfilters-rc-collapsed'] = $wgDefaultUserOptions['rcfilters-wl-collapsed'] = 0;
unset( $wiki_filters );
$wgHiddenPrefs[] = 'language';
$wgHiddenPrefs[] = 'variant';
$wgHooks['BeforePageDisplay'][] = static function ( $out ) {
	$out->addHeadItem( 'findling', '<link rel="stylesheet" href="/static/findling.css">' );
	// Vector would put another search box in place of the one that somebody has just begun to write into
	$out->addHeadItem( 'search', Html::inlineScript(
		"(window.RLQ=window.RLQ||[]).push(function(){delete mw.loader.moduleRegistry['skins.vector.search'];});" ) );
};
// help is that of this wiki
$wgHooks['SkinBuildSidebar'][] = static function ( $skin, &$bar ) {
	unset( $bar['LANGUAGES'] );
	foreach ( $bar['navigation'] ?? [] as $index => $item ) {
		if ( ( $item['id'] ?? '' ) === 'n-help-mediawiki' ) {
			$bar['navigation'][$index] = [ 'text' => 'Help', 'href' => '/wiki/Help:Contents', 'id' => 'n-help', 'active' => false ];
		}
	}
};
// ---- search
$wgAutoloadClasses['StillSearch'] = __DIR__ . '/StillSearch.php';
$wgSearchType = 'StillSearch';

// ---- extensions
$wgExtensionDirectory = '/usr/share/mediawiki/extensions-core';
wfLoadExtension( 'ParserFunctions' );
wfLoadExtension( 'Cite' );
$wgPFEnableStringFunctions = false;
