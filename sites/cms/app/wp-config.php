<?php
// WordPress' settings: one address for every world, no calls to the outside, nothing that writes by itself.
define('DB_NAME', getenv('DB_NAME'));
define('DB_USER', getenv('DB_USER'));
define('DB_PASSWORD', getenv('DB_PASSWORD'));
define('DB_HOST', 'localhost:' . getenv('DB_SOCKET'));
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', 'utf8mb4_unicode_ci');
$table_prefix = 'wp_';

// Addresses follow the Host header, so that people may use another port.
$host = preg_match('/^[a-z0-9.-]+(:\d+)?$/', $_SERVER['HTTP_HOST'] ?? '') ? $_SERVER['HTTP_HOST'] : 'cms.webarium.test';
define('WP_HOME', "http://$host");
define('WP_SITEURL', "http://$host");
define('WP_CONTENT_DIR', '/srv/cms/content');
define('WP_CONTENT_URL', "http://$host/wp-content");
define('COOKIEHASH', 'webarium');
define('COOKIEPATH', '/');
define('SITECOOKIEPATH', '/');

// Public on purpose, like the passwords: sessions are part of the pristine state.
foreach (['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'] as $name) {
    define("{$name}_KEY", "webarium $name key, the same in every world");
    define("{$name}_SALT", "webarium $name salt, the same in every world");
}

define('DISABLE_WP_CRON', true);
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
define('DISALLOW_FILE_MODS', true);
define('DISALLOW_FILE_EDIT', true);
define('WP_DEFAULT_THEME', 'observer');
define('WP_POST_REVISIONS', 20);
define('AUTOSAVE_INTERVAL', 86400);
define('WP_ENVIRONMENT_TYPE', 'local');
define('WP_DEBUG', false);
define('WP_MEMORY_LIMIT', '128M');
define('CONCATENATE_SCRIPTS', true);
if (!defined('ABSPATH')) {
    define('ABSPATH', '/usr/share/wordpress/');
}
require_once ABSPATH . 'wp-settings.php';
