<?php
// Installs WordPress into an empty database and writes the paper (JSON of sites.cms.seed) into it; runs once, at image build.
// Rows go in by hand and in bulk: WordPress' own functions take a hundred times as long and date everything to now.
$_SERVER += [ 'HTTP_HOST' => 'cms.webarium.test', 'REQUEST_METHOD' => 'GET', 'REQUEST_URI' => '/', 'SERVER_PROTOCOL' => 'HTTP/1.0' ];
define( 'WP_INSTALLING', true );
require '/srv/cms/wp-config.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';

const PASSWORD = 'webarium';
const ADDRESS  = 'http://cms.webarium.test';
const EXPIRY   = 4102444800; // 2100-01-01

$paper = json_decode( file_get_contents( $argv[1] ), true, 512, JSON_THROW_ON_ERROR );
// ids: articles and pages from 1 on, pictures from the next thousand after 1000 on, earlier versions and menus after them
define( 'MEDIA', 1000 * ( 1 + (int) ceil( max( array_column( $paper['pages'], 'id' ) ) / 1000 ) ) );
$files = getenv( 'SITE_FILES' ) . '/uploads';

/** Insert rows of one table, some hundred at a time. */
function insert( string $table, array $rows ): void {
    global $wpdb;
    foreach ( array_chunk( $rows, 200 ) as $chunk ) {
        $columns = '`' . implode( '`,`', array_keys( $chunk[0] ) ) . '`';
        $values  = array_map( fn( $row ) => '(' . implode( ',', array_map(
            fn( $value ) => is_int( $value ) ? $value : "'" . $wpdb->_real_escape( $value ) . "'", $row
        ) ) . ')', $chunk );
        $wpdb->query( 'INSERT INTO ' . $wpdb->prefix . "$table ($columns) VALUES " . str_replace( $wpdb->placeholder_escape(), '%', implode( ',', $values ) ) );
        if ( $wpdb->last_error ) {
            fwrite( STDERR, "$table: $wpdb->last_error\n" );
            exit( 1 );
        }
    }
    printf( "load: %-20s %6d rows\n", $table, count( $rows ) );
}

/** A row of wp_posts with what the rest of its kind leaves empty. */
function post( array $given ): array {
    $date = $given['post_date'];
    return $given + [
        'post_date_gmt' => $date, 'post_modified' => $date, 'post_modified_gmt' => $given['post_modified'] ?? $date, 'post_content' => '',
        'post_title' => '', 'post_excerpt' => '', 'post_status' => 'publish', 'comment_status' => 'closed', 'ping_status' => 'closed', 'post_password' => '',
        'post_name' => '', 'to_ping' => '', 'pinged' => '', 'post_content_filtered' => '', 'post_parent' => 0,
        'guid' => ADDRESS . "/?p={$given['ID']}", 'menu_order' => 0, 'post_type' => 'post', 'post_mime_type' => '', 'comment_count' => 0,
    ];
}

// ---- an empty installation ---------------------------------------------------------------------
wp_install( 'Tollense Observer', 'ingo', 'ingo.behrens@observer.example', true, '', PASSWORD );
foreach ( [ 'posts', 'postmeta', 'comments', 'commentmeta', 'terms', 'term_taxonomy', 'term_relationships', 'users', 'usermeta' ] as $table ) {
    $wpdb->query( "TRUNCATE {$wpdb->prefix}$table" );
}

// ---- people --------------------------------------------------------------------------------------
$number = [];
$users  = $meta = [];
// as wp_hash_password() makes it, but with the same salt in every build
$hash   = '$wp' . crypt( base64_encode( hash_hmac( 'sha384', PASSWORD, 'wp-sha384', true ) ), '$2y$12$' . 'webariumwebariumwebariu' );
foreach ( $paper['users'] as $index => $user ) {
    $id                       = $index + 1;
    $number[ $user['login'] ] = $id;
    [ $first, $last ]         = explode( ' ', $user['name'], 2 );
    $users[] = [ 'ID' => $id, 'user_login' => $user['login'], 'user_pass' => $hash, 'user_nicename' => $user['login'], 'user_email' => $user['email'],
        'user_url' => '', 'user_registered' => $user['registered'], 'user_activation_key' => '', 'user_status' => 0, 'display_name' => $user['name'] ];
    $level   = [ 'administrator' => '10', 'editor' => '7', 'author' => '2', 'contributor' => '1', 'subscriber' => '0' ][ $user['role'] ];
    $fields  = [ 'nickname' => $user['login'], 'first_name' => $first, 'last_name' => $last, 'description' => $user['about'], 'rich_editing' => 'false',
        'syntax_highlighting' => 'false', 'comment_shortcuts' => 'false', 'admin_color' => 'fresh', 'use_ssl' => '0', 'show_admin_bar_front' => 'true',
        'locale' => '', 'wp_capabilities' => serialize( [ $user['role'] => true ] ), 'wp_user_level' => $level, 'dismissed_wp_pointers' => '',
        'show_welcome_panel' => '0' ];
    foreach ( $fields as $key => $value ) {
        $meta[] = [ 'user_id' => $id, 'meta_key' => $key, 'meta_value' => $value ];
    }
}
insert( 'users', $users );
insert( 'usermeta', $meta );

// ---- sections and tags -----------------------------------------------------------------------------
$terms = $taxonomy = $relations = [];
$term  = function ( string $name, string $slug, string $kind, string $about = '' ) use ( &$terms, &$taxonomy ): int {
    $id         = count( $terms ) + 1;
    $terms[]    = [ 'term_id' => $id, 'name' => $name, 'slug' => $slug, 'term_group' => 0 ];
    $taxonomy[ $id ] = [ 'term_taxonomy_id' => $id, 'term_id' => $id, 'taxonomy' => $kind, 'description' => $about, 'parent' => 0, 'count' => 0 ];
    return $id;
};
$section = $tag = [];
foreach ( $paper['categories'] as $one ) {
    $section[ $one['slug'] ] = $term( $one['name'], $one['slug'], 'category', $one['about'] );
}
$names = array_unique( array_merge( ...array_map( fn( $one ) => $one['tags'], $paper['posts'] ) ) );
sort( $names );
foreach ( $names as $slug ) {
    $tag[ $slug ] = $term( str_replace( '-', ' ', $slug ), $slug, 'post_tag' );
}

// ---- pictures ------------------------------------------------------------------------------------
$posts = $postmeta = [];
$add   = function ( int $id, string $key, string $value ) use ( &$postmeta ): void {
    $postmeta[] = [ 'post_id' => $id, 'meta_key' => $key, 'meta_value' => $value ];
};
foreach ( $paper['media'] as $medium ) {
    $id      = MEDIA + $medium['id'];
    $slug    = pathinfo( $medium['file'], PATHINFO_FILENAME );
    $size    = fn( string $name ) => [ 'file' => $name, 'mime-type' => 'image/jpeg', 'filesize' => filesize( "$files/" . dirname( $medium['file'] ) . "/$name" ) ];
    $posts[] = post( [ 'ID' => $id, 'post_author' => $number[ $medium['author'] ], 'post_date' => $medium['date'], 'post_title' => $medium['title'],
        'post_excerpt' => $medium['caption'], 'post_status' => 'inherit', 'post_name' => $slug, 'post_type' => 'attachment',
        'post_mime_type' => 'image/jpeg', 'guid' => ADDRESS . "/wp-content/uploads/{$medium['file']}" ] );
    $add( $id, '_wp_attached_file', $medium['file'] );
    $add( $id, '_wp_attachment_metadata', serialize( [
        'width' => 960, 'height' => 600, 'file' => $medium['file'], 'filesize' => filesize( "$files/{$medium['file']}" ),
        'sizes' => [
            'medium' => $size( "$slug-300x188.jpg" ) + [ 'width' => 300, 'height' => 188 ],
            'thumbnail' => $size( "$slug-150x150.jpg" ) + [ 'width' => 150, 'height' => 150 ],
        ],
        'image_meta' => [ 'aperture' => '0', 'credit' => '', 'camera' => '', 'caption' => '', 'created_timestamp' => '0', 'copyright' => '',
            'focal_length' => '0', 'iso' => '0', 'shutter_speed' => '0', 'title' => '', 'orientation' => '0', 'keywords' => [] ],
    ] ) );
    if ( $medium['alt'] !== '' ) {
        $add( $id, '_wp_attachment_image_alt', $medium['alt'] );
    }
}

// ---- articles, their earlier versions, pages --------------------------------------------------------
$shown = array_count_values( array_map( fn( $one ) => $one['post'], array_filter( $paper['comments'], fn( $one ) => $one['state'] === 'approved' ) ) );
$next  = MEDIA + count( $paper['media'] );
$later = [];
foreach ( $paper['posts'] as $one ) {
    $public  = in_array( $one['status'], [ 'publish', 'future' ], true );
    $trash   = $one['status'] === 'trash';
    $posts[] = post( [ 'ID' => $one['id'], 'post_author' => $number[ $one['author'] ], 'post_date' => $one['date'], 'post_modified' => $one['modified'],
        'post_content' => $one['text'], 'post_title' => $one['title'], 'post_excerpt' => $one['excerpt'], 'post_status' => $one['status'],
        'comment_status' => $one['comments_open'] ? 'open' : 'closed', 'post_name' => $public ? $one['slug'] : ( $trash ? "{$one['slug']}__trashed" : '' ),
        'comment_count' => $shown[ $one['id'] ] ?? 0 ] + ( $public || $trash ? [] : [ 'post_date_gmt' => '0000-00-00 00:00:00' ] ) );
    if ( $one['picture'] ) {
        $add( $one['id'], '_thumbnail_id', (string) ( MEDIA + $one['picture'] ) );
    }
    if ( $trash ) {
        $add( $one['id'], '_wp_trash_meta_status', 'draft' );
        $add( $one['id'], '_wp_trash_meta_time', (string) strtotime( $one['modified'] . ' UTC' ) );
        $add( $one['id'], '_wp_desired_post_slug', $one['slug'] );
    }
    foreach ( [ $section[ $one['category'] ], ...array_map( fn( $slug ) => $tag[ $slug ], $one['tags'] ) ] as $id ) {
        $relations[] = [ 'object_id' => $one['id'], 'term_taxonomy_id' => $id, 'term_order' => 0 ];
        $taxonomy[ $id ]['count'] += $one['status'] === 'publish' ? 1 : 0;
    }
    foreach ( $one['revisions'] as $revision ) {
        $later[] = [ $one['id'], $revision ];
    }
}
$page = array_column( $paper['pages'], 'id', 'slug' );
foreach ( $paper['pages'] as $one ) {
    $posts[] = post( [ 'ID' => $one['id'], 'post_author' => $number[ $one['author'] ], 'post_date' => $one['date'], 'post_content' => $one['text'],
        'post_title' => $one['title'], 'post_name' => $one['slug'], 'post_parent' => $one['parent'] ? $page[ $one['parent'] ] : 0,
        'menu_order' => $one['order'], 'post_type' => 'page' ] );
}
foreach ( $later as [ $parent, $revision ] ) {
    $posts[] = post( [ 'ID' => ++$next, 'post_author' => $number[ $revision['author'] ], 'post_date' => $revision['date'], 'post_content' => $revision['text'],
        'post_title' => $revision['title'], 'post_excerpt' => $revision['excerpt'], 'post_status' => 'inherit', 'post_name' => "$parent-revision-v1",
        'post_parent' => $parent, 'post_type' => 'revision' ] );
}

// ---- menus ---------------------------------------------------------------------------------------
$place = [ 'Sections' => 'sections', 'Service' => 'service', 'Small print' => 'footer' ];
$menus = [];
foreach ( $paper['menus'] as $name => $items ) {
    $menus[ $place[ $name ] ] = $id = $term( $name, sanitize_title( $name ), 'nav_menu' );
    foreach ( $items as $order => $item ) {
        $kind    = key( $item );
        $slug    = current( $item );
        $posts[] = post( [ 'ID' => ++$next, 'post_author' => 1, 'post_date' => '2023-03-20 10:00:00', 'post_name' => (string) $next, 'menu_order' => $order + 1, 'post_type' => 'nav_menu_item' ] );
        $fields  = [ 'type' => $kind === 'page' ? 'post_type' : 'taxonomy', 'menu_item_parent' => '0', 'object_id' => (string) ( $kind === 'page' ? $page[ $slug ] : $section[ $slug ] ),
            'object' => $kind, 'target' => '', 'classes' => serialize( [ '' ] ), 'xfn' => '', 'url' => '' ];
        foreach ( $fields as $key => $value ) {
            $add( $next, "_menu_item_$key", $value );
        }
        $relations[] = [ 'object_id' => $next, 'term_taxonomy_id' => $id, 'term_order' => 0 ];
        ++$taxonomy[ $id ]['count'];
    }
}
insert( 'terms', $terms );
insert( 'term_taxonomy', array_values( $taxonomy ) );
insert( 'posts', array_map( function ( $row ) { ksort( $row ); return $row; }, $posts ) );
insert( 'postmeta', $postmeta );
insert( 'term_relationships', $relations );

// ---- comments ------------------------------------------------------------------------------------
$state = [ 'approved' => '1', 'pending' => '0', 'spam' => 'spam', 'trash' => 'trash' ];
$rows  = $meta = [];
foreach ( $paper['comments'] as $one ) {
    $rows[] = [ 'comment_ID' => $one['id'], 'comment_post_ID' => $one['post'], 'comment_author' => $one['name'], 'comment_author_email' => $one['email'],
        'comment_author_url' => '', 'comment_author_IP' => '192.0.2.' . ( 20 + $one['id'] % 200 ), 'comment_date' => $one['date'], 'comment_date_gmt' => $one['date'],
        'comment_content' => $one['text'], 'comment_karma' => 0, 'comment_approved' => $state[ $one['state'] ], 'comment_agent' => '', 'comment_type' => 'comment',
        'comment_parent' => $one['parent'], 'user_id' => $one['user'] ? $number[ $one['user'] ] : 0 ];
    if ( in_array( $one['state'], [ 'spam', 'trash' ], true ) ) {
        $meta[] = [ 'comment_id' => $one['id'], 'meta_key' => '_wp_trash_meta_status', 'meta_value' => '0' ];
        $meta[] = [ 'comment_id' => $one['id'], 'meta_key' => '_wp_trash_meta_time', 'meta_value' => (string) strtotime( $one['date'] . ' UTC' ) ];
    }
}
insert( 'comments', $rows );
insert( 'commentmeta', $meta );

// ---- settings ------------------------------------------------------------------------------------
wp_cache_flush();
global $wp_rewrite;
$options = [
    'blogdescription' => 'News from Neubrandenburg and the villages round the lake', 'default_category' => $section['town'], 'show_avatars' => '0',
    'timezone_string' => 'UTC', 'date_format' => 'j F Y', 'time_format' => 'H:i', 'start_of_week' => '1', 'permalink_structure' => '/%year%/%monthnum%/%postname%/',
    'posts_per_page' => '12', 'comment_moderation' => '0', 'comment_previously_approved' => '1', 'comments_notify' => '0', 'moderation_notify' => '0',
    'thread_comments' => '1', 'page_comments' => '1', 'comments_per_page' => '25', 'default_comments_page' => 'oldest', 'close_comments_for_old_posts' => '0', 'default_ping_status' => 'closed', 'default_pingback_flag' => '0',
    'users_can_register' => '0', 'blog_public' => '1', 'template' => 'observer', 'stylesheet' => 'observer', 'current_theme' => 'Observer', 'fresh_site' => '0',
    'use_smilies' => '0', 'siteurl' => ADDRESS, 'home' => ADDRESS, 'rss_use_excerpt' => '1', 'uploads_use_yearmonth_folders' => '1',
    'sticky_posts' => array_values( array_map( fn( $one ) => $one['id'], array_filter( $paper['posts'], fn( $one ) => $one['sticky'] ) ) ),
    'widget_search' => [ 2 => [ 'title' => 'Search' ], '_multiwidget' => 1 ],
    'widget_nav_menu' => [ 2 => [ 'title' => 'Service', 'nav_menu' => $menus['service'] ], '_multiwidget' => 1 ],
    'widget_recent-comments' => [ 2 => [ 'title' => 'Latest comments', 'number' => 5 ], '_multiwidget' => 1 ],
    'widget_archives' => [ 2 => [ 'title' => 'Months', 'count' => 1, 'dropdown' => 1 ], '_multiwidget' => 1 ],
    'widget_text' => [ 2 => [ 'title' => 'The Saturday paper', 'text' => 'Eight pages, every Saturday, in your box by 6:30.', 'filter' => true, 'visual' => true ], '_multiwidget' => 1 ],
    'sidebars_widgets' => [ 'wp_inactive_widgets' => [], 'side' => [ 'search-2', 'nav_menu-2', 'text-2', 'recent-comments-2', 'archives-2' ], 'array_version' => 3 ],
    'theme_mods_observer' => [ 'nav_menu_locations' => $menus, 'custom_css_post_id' => -1 ],
    'cron' => [ 'version' => 2 ], 'finished_updating_comment_type' => '1', 'wp_attachment_pages_enabled' => '0',
];
foreach ( $options as $key => $value ) {
    update_option( $key, $value );
}
$wp_rewrite->init();
$wp_rewrite->flush_rules( false );
delete_option( 'can_compress_scripts' );
add_option( 'can_compress_scripts', 0, '', true );

// ---- sessions, and the password of checks --------------------------------------------------------------
$sessions = [];
foreach ( json_decode( getenv( 'SITE_PROFILES' ), true, 2, JSON_THROW_ON_ERROR ) as $profile => $login ) {
    $token = str_pad( $profile, 43, '0' );
    update_user_meta( $number[ $login ], 'session_tokens', [ hash( 'sha256', $token ) => [ 'expiration' => EXPIRY, 'ip' => '192.0.2.10', 'ua' => '', 'login' => strtotime( getenv( 'EPOCH' ) ) ] ] );
    $sessions[ $profile ] = [ 'cookies' => [
        [ 'name' => AUTH_COOKIE, 'value' => rawurlencode( wp_generate_auth_cookie( $number[ $login ], EXPIRY, 'auth', $token ) ), 'path' => '/wp-admin' ],
        [ 'name' => LOGGED_IN_COOKIE, 'value' => rawurlencode( wp_generate_auth_cookie( $number[ $login ], EXPIRY, 'logged_in', $token ) ), 'path' => '/' ],
    ] ];
}
file_put_contents( getenv( 'SITE_SESSIONS' ), json_encode( $sessions, JSON_PRETTY_PRINT ) );
update_user_meta( 1, '_application_passwords', [ [ 'uuid' => '00000000-0000-4000-8000-000000000001', 'app_id' => '', 'name' => 'Checks',
    'password' => wp_fast_hash( 'webariumwebariumwebarium' ), 'created' => strtotime( getenv( 'EPOCH' ) ), 'last_used' => null, 'last_ip' => null ] ] );
update_option( 'using_application_passwords', 1 );
