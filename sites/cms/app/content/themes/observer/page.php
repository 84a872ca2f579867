<?php
// One page of the tree, with the pages below it.
get_header();
while ( have_posts() ) : the_post(); ?>
<article <?php post_class(); ?>>
<?php if ( $post->post_parent ) : ?><span class="kicker"><a href="<?php echo esc_url( get_permalink( $post->post_parent ) ); ?>"><?php echo esc_html( get_the_title( $post->post_parent ) ); ?></a></span><?php endif; ?>
<h1><?php the_title(); ?></h1>
<?php the_content(); ?>
<?php $below = wp_list_pages( array( 'child_of' => $post->ID, 'depth' => 1, 'title_li' => '', 'echo' => false ) );
if ( $below ) : ?><nav aria-label="Below this page"><ul><?php echo $below; ?></ul></nav><?php endif; ?>
</article>
<?php if ( comments_open() || get_comments_number() ) { comments_template(); } ?>
<?php endwhile;
get_footer();
