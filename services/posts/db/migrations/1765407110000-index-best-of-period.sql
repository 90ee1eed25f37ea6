-- What a page of Best reads.
CREATE INDEX CONCURRENTLY post_best_of_period ON post_rank (period, likes_sum DESC, post_id DESC) WHERE visible AND period IS NOT NULL;
