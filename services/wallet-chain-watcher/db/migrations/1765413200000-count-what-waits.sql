-- What each endpoint listed below the top page and nobody has judged. Apart from the column, whose lock would keep
-- readers waiting until the index is built.
CREATE INDEX deposit_listed ON deposit (listed_by) WHERE state = 'seen' AND NOT is_news;
