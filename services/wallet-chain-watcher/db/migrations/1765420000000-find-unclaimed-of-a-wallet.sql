-- What a wallet sent alone, with one code at the most, and nobody owns: the oldest first, for a link. Of what anybody
-- sends to somebody's wallet in any other form, a link reads nothing.
CREATE INDEX CONCURRENTLY deposit_unclaimed_of_wallet ON deposit ((sources[1]), created_at)
  WHERE state = 'unclaimed' AND cardinality(sources) = 1 AND cardinality(codes) <= 1;
