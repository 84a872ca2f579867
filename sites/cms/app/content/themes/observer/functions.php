<?php
// What the theme offers to the newsroom: two menus, one column of widgets, pictures of articles.
add_action( 'after_setup_theme', function () {
    add_theme_support( 'title-tag' );
    add_theme_support( 'post-thumbnails' );
    add_theme_support( 'html5', array( 'search-form', 'comment-form', 'comment-list', 'caption' ) );
    register_nav_menus( array( 'sections' => 'Sections, below the title', 'service' => 'Service, in the side column', 'footer' => 'Small print' ) );
} );
add_action( 'widgets_init', function () {
    register_sidebar( array(
        'id' => 'side', 'name' => 'Side column', 'before_widget' => '<section id="%1$s" class="widget %2$s">',
        'after_widget' => '</section>', 'before_title' => '<h2>', 'after_title' => '</h2>',
    ) );
} );
add_action( 'wp_enqueue_scripts', function () {
    wp_enqueue_style( 'observer', get_stylesheet_uri(), array(), '1.0' );
    wp_dequeue_style( 'wp-block-library' );
    wp_dequeue_style( 'global-styles' );
    wp_dequeue_style( 'classic-theme-styles' );
    if ( is_singular() && comments_open() ) {
        wp_enqueue_script( 'comment-reply' );
    }
}, 20 );
remove_action( 'wp_head', 'wp_generator' );
remove_action( 'wp_head', 'wp_shortlink_wp_head' );

/** Date, author and number of comments of an article. */
function observer_meta() {
    printf(
        '<p class="meta">%s, by <a href="%s">%s</a> · <a href="%s">%s</a></p>',
        esc_html( get_the_date( 'j F Y, H:i' ) ), esc_url( get_author_posts_url( get_the_author_meta( 'ID' ) ) ),
        esc_html( get_the_author() ), esc_url( get_comments_link() ), esc_html( get_comments_number_text() )
    );
}
