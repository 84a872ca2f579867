</main>
<aside aria-label="Side column">
<?php dynamic_sidebar( 'side' ); ?>
</aside>
</div>
<footer class="site-footer"><div class="wrap">
<nav aria-label="Small print"><?php wp_nav_menu( array( 'theme_location' => 'footer', 'container' => false, 'fallback_cb' => false ) ); ?></nav>
<p>© <?php bloginfo( 'name' ); ?>, Stargarder Straße 4, 17033 Neubrandenburg</p>
</div></footer>
<?php wp_footer(); ?>
</body>
</html>
