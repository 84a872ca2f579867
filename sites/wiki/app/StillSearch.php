<?php
use Wikimedia\Rdbms\SelectQueryBuilder;

/** MediaWiki's search, with hits of the same weight in the order of their pages: else they come in another one each time. */
class StillSearch extends SearchMySQL {
	protected function queryFeatures( SelectQueryBuilder $queryBuilder ) {
		parent::queryFeatures( $queryBuilder );
		$queryBuilder->orderBy( 'page_id' );
	}
}
