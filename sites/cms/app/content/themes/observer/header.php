<!DOCTYPE html>
<html <?php language_attributes(); ?>>
<head>
<meta charset="<?php bloginfo( 'charset' ); ?>">
<meta name="viewport" content="width=device-width, initial-scale=1">
<?php wp_head(); ?>
</head>
<body <?php body_class(); ?>>
<?php wp_body_open(); ?>
<a class="skip" href="#content">Skip to content</a>
<header class="masthead"><div class="wrap">
<p class="title"><a href="<?php echo esc_url( home_url( '/' ) ); ?>"><?php bloginfo( 'name' ); ?></a></p>
<p><?php bloginfo( 'description' ); ?></p>
</div></header>
<nav class="main-nav" aria-label="Sections"><div class="wrap">
<?php wp_nav_menu( array( 'theme_location' => 'sections', 'container' => false, 'fallback_cb' => false ) ); ?>
</div></nav>
<div class="wrap columns">
<main id="content">
