<?php
// What readers say below an article.
if ( post_password_required() ) { return; } ?>
<section id="comments" aria-label="Comments">
<h2><?php echo esc_html( get_comments_number_text() ); ?></h2>
<ol class="comment-list"><?php wp_list_comments( array( 'style' => 'ol', 'avatar_size' => 0, 'short_ping' => true ) ); ?></ol>
<?php the_comments_navigation(); ?>
<?php if ( ! comments_open() ) : ?><p class="meta">Comments are closed.</p><?php endif; ?>
<?php comment_form(); ?>
</section>
