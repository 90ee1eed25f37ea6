-- By it the job finds whose period is over.
CREATE INDEX CONCURRENTLY post_age_in_period ON post_rank (period, published_at) WHERE period IS NOT NULL;
