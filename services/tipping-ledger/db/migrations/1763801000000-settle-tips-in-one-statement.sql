-- Makes a tip cheaper to settle, each part by measurement: accounts are no longer locked one by one, since every
-- writer of accounts holds `holders_state`; the unique index begins with the key, which a client makes of the time,
-- so that it grows at its end instead of anywhere; the auditor finds a post's tips by the author, so the journal has
-- one index less; members of an earlier epoch are settled in the same statement; and the news of the totals joins
-- the outbox here, so that a batch is one round trip.

ALTER TABLE tip DROP CONSTRAINT one_tip_per_key;
ALTER TABLE tip ADD CONSTRAINT one_tip_per_key UNIQUE (idem_key, payer_id);
DROP INDEX tip_post;
CREATE INDEX post_total_author ON post_total (author_id, post_id);

DROP FUNCTION settle_tips(uuid[], bigint[], bigint[], bigint[]);
-- The caller passes each (payer, key) at most once, and may pass the envelope of an event without its data,
-- which then tells the new totals. Results come in the order of the arrays.
CREATE FUNCTION settle_tips(
  keys uuid[], payers bigint[], posts bigint[], amounts bigint[], likes_counted jsonb DEFAULT NULL)
RETURNS TABLE (outcome text, tip_id bigint, payer_balance bigint, post_likes numeric)
LANGUAGE plpgsql
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_mergejoin = off SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  holders_pool CONSTANT bigint := 3;
  platform CONSTANT bigint := 4;
  current_epoch integer;
  current_m numeric;
BEGIN
  -- The one lock. All that the next statement reads of accounts and tips stays as it is until the commit.
  SELECT epoch, m INTO current_epoch, current_m FROM holders_state FOR UPDATE;

  RETURN QUERY
  WITH asked AS MATERIALIZED (
    SELECT a.ord, a.key, a.payer_id, a.post_id, a.amount, post.author_id, referrer.id AS referrer_id,
           earlier.seq AS earlier_seq, post.likes_sum,
           CASE WHEN payer.epoch = current_epoch THEN payer.balance
                ELSE div(payer.balance * current_m,
                         (SELECT m FROM holders_epoch WHERE epoch = payer.epoch))::bigint END AS balance,
           payer.epoch AS payer_epoch, author.epoch AS author_epoch, referrer.epoch AS referrer_epoch,
           CASE
             WHEN (earlier.post_id, earlier.amount) = (a.post_id, a.amount) THEN 'repeated'
             WHEN earlier.seq IS NOT NULL THEN 'key-reused'
             WHEN payer.id IS NULL THEN 'no-payer-account'
             WHEN post.post_id IS NULL THEN 'unknown-post'
             WHEN post.author_id = a.payer_id THEN 'own-post'
             WHEN NOT post.open THEN 'closed-post'
             WHEN author.id IS NULL THEN 'no-author-account'
           END AS verdict
    FROM unnest(keys, payers, posts, amounts) WITH ORDINALITY AS a (key, payer_id, post_id, amount, ord)
    LEFT JOIN tip earlier ON earlier.idem_key = a.key AND earlier.payer_id = a.payer_id
    LEFT JOIN account payer ON payer.id = a.payer_id
    LEFT JOIN account referrer ON referrer.id = payer.referrer_id
    LEFT JOIN post_total post ON post.post_id = a.post_id
    LEFT JOIN account author ON author.id = post.author_id
  ),
  -- Who can pay for all of her tips in the batch does. To others each tip sees what the ones before it have left.
  judged AS MATERIALIZED (
    SELECT *, sum(amount) OVER (PARTITION BY payer_id) <= balance AS pays_all FROM asked WHERE verdict IS NULL
  ),
  serial AS (
    SELECT ord, remaining_after(balance, amount) OVER (
      PARTITION BY payer_id ORDER BY judged.ord ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS remaining
    FROM judged WHERE NOT pays_all
  ),
  payable AS MATERIALIZED (
    SELECT * FROM judged
    WHERE pays_all OR amount <= (
      SELECT coalesce(serial.remaining, judged.balance) FROM serial WHERE serial.ord = judged.ord)
  ),
  -- Members of an earlier epoch, once each: what they had, and what they have with all that was shared since.
  due AS MATERIALIZED (
    SELECT id, balance AS had,
           div(balance * current_m, (SELECT m FROM holders_epoch WHERE epoch = account.epoch))::bigint AS has
    FROM account WHERE id IN (
      SELECT payer_id FROM payable WHERE payer_epoch <> current_epoch
      UNION SELECT author_id FROM payable WHERE author_epoch <> current_epoch
      UNION SELECT referrer_id FROM payable WHERE referrer_epoch <> current_epoch)
  ),
  paid AS (
    INSERT INTO movement (idem_key, kind, from_id, to_id, amount)
    SELECT 'settlement:' || id || ':' || current_epoch, 'settlement', holders_pool, id, has - had
    FROM due WHERE has > had ORDER BY id
    RETURNING movement.amount
  ),
  -- Numbered in the batch's order, and after the settlements.
  covered AS MATERIALIZED (
    SELECT nextval('journal_seq') AS seq, *, amount / 5 AS holders_part, amount / 10 AS tenth,
           amount - amount / 5 - amount / 10 AS author_part
    FROM (
      SELECT payable.* FROM payable CROSS JOIN (SELECT count(*) FROM paid) AS settlements ORDER BY payable.ord
    ) AS in_order
  ),
  written AS (
    INSERT INTO tip (seq, idem_key, payer_id, author_id, referrer_id, post_id, amount,
                     author_part, holders_part, platform_part, referral_part)
    SELECT seq, key, payer_id, author_id, referrer_id, post_id, amount, author_part, holders_part,
           CASE WHEN referrer_id IS NULL THEN tenth ELSE 0 END,
           CASE WHEN referrer_id IS NULL THEN 0 ELSE tenth END
    FROM covered
  ),
  fulfilled AS (
    UPDATE holders_state SET liability = liability - total
    FROM (SELECT sum(amount) AS total FROM paid) AS all_paid WHERE total > 0
  ),
  delta AS (
    SELECT id, sum(amount)::bigint AS amount FROM (
      SELECT payer_id AS id, -amount AS amount FROM covered
      UNION ALL SELECT author_id, author_part FROM covered
      UNION ALL SELECT referrer_id, tenth FROM covered WHERE referrer_id IS NOT NULL
      UNION ALL SELECT platform, sum(tenth) FROM covered WHERE referrer_id IS NULL
      UNION ALL SELECT holders_pool, sum(holders_part) FROM covered
      UNION ALL SELECT holders_pool, -sum(amount) FROM paid
      UNION ALL SELECT id, has - had FROM due
    ) AS leg GROUP BY id
  ),
  moved AS (
    UPDATE account SET balance = account.balance + delta.amount, version = account.version + 1,
      epoch = CASE WHEN account.id < 1000 THEN account.epoch ELSE current_epoch END
    FROM delta WHERE account.id = delta.id AND delta.amount IS NOT NULL
    RETURNING account.id, account.balance
  ),
  counted AS (
    UPDATE post_total SET likes_sum = post_total.likes_sum + s.amount
    FROM (SELECT post_id, sum(amount) AS amount FROM covered GROUP BY post_id) AS s
    WHERE post_total.post_id = s.post_id
    RETURNING post_total.post_id, post_total.likes_sum
  ),
  told AS (
    INSERT INTO outbox (id, subject, envelope)
    SELECT (likes_counted ->> 'id')::uuid, likes_counted ->> 'type',
           likes_counted || jsonb_build_object('data', jsonb_build_object('totals', jsonb_agg(
             jsonb_build_object('postId', post_id, 'likesSumNano', likes_sum::text))))
    FROM counted HAVING likes_counted IS NOT NULL AND count(*) > 0
  )
  SELECT CASE WHEN covered.seq IS NOT NULL THEN 'settled' ELSE coalesce(asked.verdict, 'not-covered') END,
         coalesce(covered.seq, asked.earlier_seq),
         coalesce(moved.balance, asked.balance),
         coalesce(counted.likes_sum, asked.likes_sum)
  FROM asked
  LEFT JOIN covered ON covered.ord = asked.ord
  LEFT JOIN moved ON moved.id = asked.payer_id
  LEFT JOIN counted ON counted.post_id = asked.post_id
  ORDER BY asked.ord;
END $$;
