<?php
// Does once what WordPress would do at the first views of a fresh installation, so that later views write nothing.
$_SERVER += [ 'HTTP_HOST' => 'cms.webarium.test', 'REQUEST_METHOD' => 'GET', 'REQUEST_URI' => '/', 'SERVER_PROTOCOL' => 'HTTP/1.0' ];
require '/srv/cms/wp-config.php';

flush_rewrite_rules( false );          // needs the sections and tags that WordPress knows only when it is installed
_get_term_hierarchy( 'category' );
foreach ( get_users( [ 'role__not_in' => 'subscriber' ] ) as $user ) {
    update_user_option( $user->ID, 'media_library_mode', 'list' );
}
$menus = get_nav_menu_locations();
update_user_meta( 1, 'nav_menu_recently_edited', $menus['sections'] );
update_user_meta( 1, 'managenav-menuscolumnshidden', [ 'link-target', 'css-classes', 'xfn', 'description', 'title-attribute' ] );
update_user_meta( 1, 'metaboxhidden_nav-menus', [ 'add-post_tag' ] );
// A page of settings that is saved unchanged stores what is off as nothing, and some of what was never asked for.
$off = [ 'close_comments_for_old_posts', 'comment_moderation', 'comment_registration', 'comments_notify', 'default_ping_status',
    'default_pingback_flag', 'gmt_offset', 'moderation_notify', 'show_avatars', 'WPLANG' ];
foreach ( $off as $name ) {
    update_option( $name, null );
}
update_option( 'new_admin_email', get_option( 'admin_email' ) );
// What WordPress notes whenever an account comes or goes, a menu is saved, an article is published.
wp_update_user_counts();
update_option( 'nav_menu_options', [ false, 'auto_add' => [] ], false );
block_core_calendar_update_has_published_posts();
