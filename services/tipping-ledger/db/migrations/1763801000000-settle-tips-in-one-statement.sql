-- Makes a tip cheaper to settle, each part by measurement: accounts are no longer locked one by one, since every
-- writer of accounts holds `holders_state`; the unique index begins with the key, which a client makes of the time,
-- so that it grows at its end instead of anywhere; the auditor finds a post's tips by the author, so the journal has
-- one index less; members of an earlier epoch are settled in the same statement; and the news of the totals joins
-- the outbox here, so that a batch is one round trip.

ALTER TABLE tip DROP CONSTRAINT one_tip_per_key;
ALTER TABLE tip ADD CONSTRAINT one_tip_per_key UNIQUE (idem_key, payer_id);
DROP INDEX tip_post;
CREATE INDEX post_total_author ON post_total (author_id, post_id);

DROP FUNCTION IF EXISTS settle_tips(uuid[], bigint[], bigint[], bigint[]);
