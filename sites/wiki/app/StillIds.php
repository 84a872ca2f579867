<?php
use Wikimedia\UUID\GlobalIdGenerator;

/**
 * Ids on a clock that stands still or goes back: MediaWiki's own generator keeps the last time in a file and waits until
 * the clock has passed it, which after a reset is never. Here each process counts for itself; nothing stores these ids.
 */
class StillIds extends GlobalIdGenerator {
	private int $count = 0;

	public function __construct( $folder ) {
		parent::__construct( $folder, static fn () => '' );
	}

	public function newUUIDv1() {
		return sprintf( '%08x-0000-1000-8000-%012x', time(), ++$this->count );
	}

	public function newRawUUIDv1() {
		return str_replace( '-', '', $this->newUUIDv1() );
	}
}
