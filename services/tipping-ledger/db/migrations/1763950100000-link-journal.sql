-- Links the journal that is there, and has everything that is written from now on linked. Writers wait for it, readers
-- do not. A call that has waited goes on in the function as it was: it tells no links, or gives a settlement a key,
-- which the constraints refuse, and its tips are settled by the new function when they are tried again.

SELECT FROM holders_state FOR UPDATE;
UPDATE tip SET prev_sent_seq = before.sent, prev_received_seq = before.received, prev_referral_seq = before.referral
FROM (
  SELECT seq, lag(seq) OVER (PARTITION BY payer_id ORDER BY seq) AS sent,
    lag(seq) OVER (PARTITION BY author_id ORDER BY seq) AS received,
    CASE WHEN referrer_id IS NOT NULL THEN lag(seq) OVER (PARTITION BY referrer_id ORDER BY seq) END AS referral
  FROM tip
) AS before
WHERE tip.seq = before.seq AND coalesce(before.sent, before.received, before.referral) IS NOT NULL;

ALTER TABLE movement ALTER COLUMN idem_key DROP NOT NULL;
UPDATE movement SET idem_key = NULL, prev_settlement_seq = before.seq_before
FROM (SELECT seq, lag(seq) OVER (PARTITION BY to_id ORDER BY seq) AS seq_before FROM movement WHERE kind = 'settlement')
  AS before
WHERE movement.seq = before.seq;

UPDATE account SET last_sent_seq = sent, last_received_seq = received, last_referral_seq = referral,
  last_settlement_seq = settlement
FROM account AS member
CROSS JOIN LATERAL (SELECT max(seq) AS sent FROM tip WHERE payer_id = member.id) AS s
CROSS JOIN LATERAL (SELECT max(seq) AS received FROM tip WHERE author_id = member.id) AS r
CROSS JOIN LATERAL (SELECT max(seq) AS referral FROM tip WHERE referrer_id = member.id) AS f
CROSS JOIN LATERAL (SELECT max(seq) AS settlement FROM movement WHERE to_id = member.id AND kind = 'settlement') AS h
WHERE account.id = member.id AND coalesce(sent, received, referral, settlement) IS NOT NULL;

ALTER TABLE tip ALTER COLUMN prev_sent_seq SET DEFAULT 0,
  ADD CONSTRAINT links_are_told CHECK (prev_sent_seq > 0) NOT VALID;
ALTER TABLE movement ADD CONSTRAINT key_unless_settlement CHECK ((idem_key IS NULL) = (kind = 'settlement')) NOT VALID;
