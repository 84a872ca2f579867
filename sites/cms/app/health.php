<?php
// Answers 200 when the database does; writes nothing.
$link = mysqli_init();
if (!@$link->real_connect('localhost', getenv('DB_USER'), getenv('DB_PASSWORD'), getenv('DB_NAME'), 0, getenv('DB_SOCKET'))
    || !$link->query('SELECT ID FROM wp_posts LIMIT 1')) {
    http_response_code(503);
}
header('Content-Type: text/plain');
echo "ok\n";
