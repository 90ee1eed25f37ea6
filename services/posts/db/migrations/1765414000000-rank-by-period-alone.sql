-- The ranks of the periods once more, by a condition from which Postgres cannot conclude that the index of all posts (post_best)
-- would do: where newer posts have more LIKE, or most have none, it took that one, and the last page of a year passed over all
-- posts that are older. A service of the version before reads post_best_of_period, which a later release drops.

CREATE INDEX CONCURRENTLY post_in_period ON post_rank (period, likes_sum DESC, post_id DESC) WHERE visible::int = 1 AND period IS NOT NULL;
