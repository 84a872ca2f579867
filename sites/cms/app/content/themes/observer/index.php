<?php
// Every list of articles: front page, sections, tags, authors, months, search.
get_header();
if ( is_search() ) {
    global $wp_query;
    printf( '<h1>Search: %s</h1><p class="meta">%s</p>', esc_html( get_search_query() ), esc_html( sprintf( _n( '%d article found', '%d articles found', $wp_query->found_posts ), $wp_query->found_posts ) ) );
} elseif ( is_archive() ) {
    the_archive_title( '<h1>', '</h1>' );
    the_archive_description( '<div class="meta">', '</div>' );
} elseif ( is_404() ) {
    echo '<h1>There is no such page</h1><p>It may have moved. Try the search:</p>';
    get_search_form();
}
while ( have_posts() ) : the_post(); ?>
<article <?php post_class( has_post_thumbnail() ? 'teaser' : 'teaser no-picture' ); ?>>
<?php if ( has_post_thumbnail() ) : ?><a href="<?php the_permalink(); ?>" tabindex="-1" aria-hidden="true"><?php the_post_thumbnail( 'medium' ); ?></a><?php endif; ?>
<div>
<span class="kicker"><?php the_category( ', ' ); ?></span>
<h2><a href="<?php the_permalink(); ?>"><?php the_title(); ?></a></h2>
<p><?php echo esc_html( get_the_excerpt() ); ?></p>
<?php observer_meta(); ?>
</div>
</article>
<?php endwhile;
if ( ! have_posts() && ! is_404() ) { echo '<p>Nothing was found.</p>'; }
the_posts_pagination( array( 'prev_text' => 'Newer', 'next_text' => 'Older' ) );
get_footer();
