<?php
/*
Plugin Name: Observer house rules
Description: The same actions at the same moment make the same pages and the same rows; nothing calls outside.
*/

/** Chance that repeats: drawn from the stopped clock, the session and the request. */
function webarium_seed() {
    static $seeded = false;
    if ( ! $seeded ) {
        mt_srand( crc32( time() . ( $_COOKIE[ LOGGED_IN_COOKIE ] ?? '' ) . ( $_SERVER['REQUEST_METHOD'] ?? '' ) . ( $_SERVER['REQUEST_URI'] ?? '' ) ) );
        $seeded = true;
    }
}

function wp_rand( $min = null, $max = null ) {
    webarium_seed();
    return mt_rand( $min === null ? 0 : (int) $min, $max === null ? mt_getrandmax() : (int) $max );
}

function wp_generate_password( $length = 12, $special_chars = true, $extra_special_chars = false ) {
    $letters  = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789' . ( $special_chars ? '!@#$%^&*()' : '' );
    $password = '';
    for ( $i = 0; $i < $length; $i++ ) {
        $password .= $letters[ wp_rand( 0, strlen( $letters ) - 1 ) ];
    }
    return apply_filters( 'random_password', $password, $length, $special_chars, $extra_special_chars );
}

/** Letters are not sent anywhere; the page says so as if they were. */
function wp_mail( $to, $subject, $message, $headers = '', $attachments = array() ) {
    return true;
}

// Transients live for one request: a mere view writes none.
wp_using_ext_object_cache( true );

// Nothing is scheduled: no time passes by itself.
add_filter( 'pre_schedule_event', '__return_true' );
add_filter( 'pre_reschedule_event', '__return_true' );

// Who opens an article to edit it does not lock it.
foreach ( array( 'add_post_metadata', 'update_post_metadata' ) as $hook ) {
    add_filter( $hook, fn( $done, $post, $key ) => $key === '_edit_lock' ? true : $done, 10, 3 );
}

// How somebody last saw a page (a view, a folded menu) stays in the cookie: the next page would copy it into the database.
add_filter( 'update_user_metadata', fn( $done, $user, $key ) => str_contains( $key, 'user-settings' ) ? true : $done, 10, 3 );

// All boxes of the editor that a newsroom needs are there from the start: excerpt, author, discussion, comments, revisions.
add_filter( 'default_hidden_meta_boxes', fn() => array( 'slugdiv', 'trackbacksdiv', 'postcustom' ) );

// The plain editors: one field of text, lists of widgets.
add_filter( 'use_block_editor_for_post', '__return_false' );
add_filter( 'use_widgets_block_editor', '__return_false' );
add_filter( 'user_can_richedit', '__return_false' );
add_filter( 'the_editor', fn( $html ) => str_replace( ' id="content">', ' id="content" aria-label="Text">', $html ) ); // nameless else
add_action( 'init', function () {
    wp_deregister_script( 'heartbeat' );
    wp_deregister_script( 'autosave' );
} );

// No calls to the outside, no news about WordPress itself.
remove_action( 'wp_head', 'print_emoji_detection_script', 7 );
remove_action( 'wp_print_styles', 'print_emoji_styles' );
add_action( 'admin_init', function () {
    remove_action( 'admin_print_scripts', 'print_emoji_detection_script' );
    remove_action( 'admin_print_styles', 'print_emoji_styles' );
}, 1 );
add_filter( 'emoji_svg_url', '__return_false' );
foreach ( array( 'core', 'plugins', 'themes' ) as $part ) {
    remove_action( 'admin_init', "_maybe_update_$part" );
    add_filter( "pre_site_transient_update_$part", fn() => (object) array( 'last_checked' => time(), 'updates' => array(), 'response' => array(), 'version_checked' => wp_get_wp_version() ) );
}
add_filter( 'admin_email_check_interval', '__return_zero' );
add_filter( 'pre_http_request', fn() => new WP_Error( 'http_request_block', 'There is no way out of here.' ) );
add_filter( 'wp_is_application_passwords_available', '__return_true' );
add_filter( 'pre_get_avatar', '__return_empty_string' ); // they would come from elsewhere
add_action( 'wp_dashboard_setup', function () {
    foreach ( array( 'dashboard_primary', 'dashboard_quick_press', 'dashboard_site_health' ) as $box ) {
        remove_meta_box( $box, 'dashboard', 'normal' );
        remove_meta_box( $box, 'dashboard', 'side' );
    }
    remove_action( 'welcome_panel', 'wp_welcome_panel' );
}, 20 );
add_action( 'add_admin_bar_menus', fn() => remove_action( 'admin_bar_menu', 'wp_admin_bar_wp_menu' ) ); // leads outside only
// Articles that are equal by the order asked for come in the order of their keys; a database gives them in any.
add_filter( 'posts_orderby', fn( $order ) => '' === $order ? $order : "$order, {$GLOBALS['wpdb']->posts}.ID DESC", 20 );
// The corner stays free: a browser's pointer is there at first, and would open the menu below it sooner or later.
add_action( 'wp_enqueue_scripts', 'webarium_free_corner', 20 );
add_action( 'admin_enqueue_scripts', 'webarium_free_corner', 20 );
function webarium_free_corner(): void {
    wp_add_inline_style( 'admin-bar', '#wpadminbar #wp-admin-bar-root-default { margin-left: 8px; }' );
}
// Who asks for less motion gets none: what jQuery does after an animation (saving an order, for one) is done at once.
add_action( 'wp_enqueue_scripts', 'webarium_stillness', 20 );
add_action( 'admin_enqueue_scripts', 'webarium_stillness', 20 );
function webarium_stillness(): void {
    wp_add_inline_script( 'jquery-core', "jQuery.fx.off = matchMedia( '(prefers-reduced-motion: reduce)' ).matches;" );
}
// What waits for the end of typing (the count of words, a whole second) does not wait so long that one who looks at
// the page sees it or not, as chance will have it.
add_action( 'admin_enqueue_scripts', 'webarium_promptness', 20 );
function webarium_promptness(): void {
    wp_add_inline_script(
        'underscore',
        '_.debounce = ( debounce => ( act, wait, ...rest ) => debounce( act, Math.min( wait, 100 ), ...rest ) )( _.debounce );'
    );
}
add_filter( 'admin_footer_text', fn() => 'Tollense Observer, newsroom' );
