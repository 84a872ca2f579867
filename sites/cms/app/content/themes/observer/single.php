<?php
// One article with its comments.
get_header();
while ( have_posts() ) : the_post(); ?>
<article <?php post_class(); ?>>
<span class="kicker"><?php the_category( ', ' ); ?></span>
<h1><?php the_title(); ?></h1>
<?php observer_meta(); ?>
<?php if ( has_excerpt() ) : ?><p class="lead"><?php echo esc_html( get_the_excerpt() ); ?></p><?php endif; ?>
<?php if ( has_post_thumbnail() ) : ?>
<figure><?php the_post_thumbnail( 'full' ); ?><?php if ( get_the_post_thumbnail_caption() ) : ?><figcaption><?php the_post_thumbnail_caption(); ?></figcaption><?php endif; ?></figure>
<?php endif; ?>
<?php the_content(); ?>
<?php the_tags( '<p class="tags sans">Tags: ', ', ', '</p>' ); ?>
<?php if ( get_the_author_meta( 'description' ) ) : ?><div class="author-box"><strong><?php the_author(); ?></strong><br><?php the_author_meta( 'description' ); ?></div><?php endif; ?>
<?php the_post_navigation( array( 'prev_text' => 'Earlier: %title', 'next_text' => 'Later: %title' ) ); ?>
</article>
<?php comments_template(); ?>
<?php endwhile;
get_footer();
