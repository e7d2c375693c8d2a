<?php
/** Sends a text and makes a segment with the PHP client that openapi-generator generates. */

use OpenAPI\Client\Api\MessagingApi;
use OpenAPI\Client\Api\SegmentsApi;
use OpenAPI\Client\Configuration;
use OpenAPI\Client\Model;

// Guzzle as Debian and Ubuntu have it, or as Composer installs it.
require getenv('GUZZLE');
spl_autoload_register(function (string $class): void {
    $file = getenv('CLIENT') . '/lib/' . str_replace(['OpenAPI\\Client\\', '\\'], ['', '/'], $class) . '.php';
    if (is_file($file)) {
        require $file;
    }
});

[$id, $secret] = explode(':', getenv('API_KEY'));
$settings = (new Configuration())->setHost(getenv('BASE_URL'))->setUsername($id)->setPassword($secret);

$messaging = new MessagingApi(null, $settings);
$values = ['to' => getenv('TO'), 'from' => getenv('FROM'), 'body' => 'From PHP'];
$sent = $messaging->sendMessage(new Model\SendMessageRequest($values));
expect($sent instanceof Model\Message && $sent->getStatus() === 'sent', $sent);
$read = $messaging->getMessage($sent->getId());
expect($read->getBody() === 'From PHP', $read);
$tried = $messaging->sendMessage(new Model\SendMessageRequest([...$values, 'dry_run' => true]));
expect($tried->getCredits()->getSms() > 0, $tried);

$comparison = new Model\Condition(['field' => 'firstName', 'op' => 'equals', 'value' => 'Ann']);
$filter = new Model\Condition(['all' => [$comparison]]);
$request = new Model\SegmentRequest(['name' => 'By PHP', 'audience' => new Model\Audience(['filter' => $filter])]);
$segment = (new SegmentsApi(null, $settings))->createSegment($request);
expect($segment->getAudience()->getFilter()->getAll()[0]->getField() === 'firstName', $segment);

function expect(bool $condition, mixed $value): void
{
    if (!$condition) {
        fwrite(STDERR, print_r($value, true));
        exit(1);
    }
}
