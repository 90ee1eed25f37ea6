-- What each endpoint listed, on its top page or below it, and nobody has judged.
CREATE INDEX CONCURRENTLY deposit_listed_first ON deposit (listed_by, is_news) WHERE state = 'seen';
