-- The caller passes each (payer, key) at most once. It may pass the envelope of an event without its data; the event
-- then contains the new totals. Results are in the order of the arrays. A closed account pays nothing, and its posts
-- take no tips; what its referrals would earn goes to the platform.
CREATE OR REPLACE FUNCTION settle_tips(
  keys uuid[], payers bigint[], posts bigint[], amounts bigint[], likes_counted jsonb DEFAULT NULL)
RETURNS TABLE (outcome text, tip_id bigint, payer_balance bigint, post_likes numeric)
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_mergejoin = off SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  holders_pool CONSTANT bigint := 3;
  platform CONSTANT bigint := 4;
  current_epoch integer;
  current_m numeric;
  begun CONSTANT timestamptz := clock_timestamp();
  noted text;
BEGIN
  -- The one lock. The accounts and tips that the next statement reads do not change until the commit, and account rows
  -- do not move: each is found once and then updated by its ctid.
  SELECT epoch, m INTO current_epoch, current_m FROM holders_state FOR UPDATE;
  noted := set_config('tipping_ledger.lock_waited_ms',
    (1000 * date_part('epoch', clock_timestamp() - begun))::text, true);

  RETURN QUERY
  WITH asked AS MATERIALIZED (
    -- A payer whose balance covers all of their tips in the batch pays all of them.
    SELECT *, sum(amount) FILTER (WHERE verdict IS NULL) OVER (
        PARTITION BY payer_id ORDER BY ord ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
      ) <= balance AS pays_all
    FROM (
      SELECT a.ord, a.key, a.payer_id, a.post_id, a.amount, post.author_id, referrer.id AS referrer_id,
             payer.place AS payer_place, author.place AS author_place, referrer.place AS referrer_place,
             earlier.seq AS earlier_seq, post.likes_sum,
             CASE WHEN payer.epoch = current_epoch THEN payer.balance
                  ELSE div(payer.balance * current_m,
                           (SELECT m FROM holders_epoch WHERE epoch = payer.epoch))::bigint END AS balance,
             payer.epoch AS payer_epoch, author.epoch AS author_epoch, referrer.epoch AS referrer_epoch,
             payer.last_sent_seq, author.last_received_seq, referrer.last_referral_seq,
             CASE
               WHEN (earlier.post_id, earlier.amount) = (a.post_id, a.amount) THEN 'repeated'
               WHEN earlier.seq IS NOT NULL THEN 'key-reused'
               WHEN payer.id IS NULL THEN 'no-payer-account'
               WHEN post.post_id IS NULL THEN 'unknown-post'
               WHEN post.author_id = a.payer_id THEN 'own-post'
               WHEN NOT post.open OR author.closed_at IS NOT NULL THEN 'closed-post'
               WHEN author.id IS NULL THEN 'no-author-account'
             END AS verdict
      FROM unnest(keys, payers, posts, amounts) WITH ORDINALITY AS a (key, payer_id, post_id, amount, ord)
      -- OFFSET 0 makes each one a separate look-up, whatever Postgres estimates for the size of a table.
      LEFT JOIN LATERAL (
        SELECT seq, post_id, amount FROM tip WHERE idem_key = a.key AND payer_id = a.payer_id OFFSET 0
      ) AS earlier ON true
      LEFT JOIN LATERAL (
        SELECT ctid AS place, id, referrer_id, balance, epoch, last_sent_seq
        FROM account WHERE id = a.payer_id AND closed_at IS NULL OFFSET 0
      ) AS payer ON true
      LEFT JOIN LATERAL (
        SELECT ctid AS place, id, epoch, last_referral_seq
        FROM account WHERE id = payer.referrer_id AND closed_at IS NULL OFFSET 0
      ) AS referrer ON true
      LEFT JOIN LATERAL (
        SELECT post_id, author_id, open, likes_sum FROM post_total WHERE post_id = a.post_id OFFSET 0
      ) AS post ON true
      LEFT JOIN LATERAL (
        SELECT ctid AS place, id, epoch, last_received_seq, closed_at FROM account WHERE id = post.author_id OFFSET 0
      ) AS author ON true
    ) AS found
  ),
  -- For the other payers each tip sees the balance that the tips before it have left.
  serial AS (
    SELECT ord, remaining_after(balance, amount) OVER (
      PARTITION BY payer_id ORDER BY asked.ord ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS remaining
    FROM asked WHERE verdict IS NULL AND NOT pays_all
  ),
  payable AS NOT MATERIALIZED (
    SELECT * FROM asked
    WHERE verdict IS NULL AND (pays_all OR amount <= (
      SELECT coalesce(serial.remaining, asked.balance) FROM serial WHERE serial.ord = asked.ord))
  ),
  -- Members of an earlier epoch, once each: their stored balance, and their balance with all that was shared since.
  due AS MATERIALIZED (
    SELECT CASE WHEN has > had THEN nextval('journal_seq') END AS seq, *
    FROM (
      SELECT account.*, balance AS had,
             div(balance * current_m, (SELECT m FROM holders_epoch WHERE epoch = account.epoch))::bigint AS has
      FROM (
        SELECT payer_id AS id FROM payable WHERE payer_epoch <> current_epoch
        UNION SELECT author_id FROM payable WHERE author_epoch <> current_epoch
        UNION SELECT referrer_id FROM payable WHERE referrer_epoch <> current_epoch
      ) AS moving
      CROSS JOIN LATERAL (
        SELECT id, ctid AS place, last_settlement_seq, balance, epoch FROM account WHERE id = moving.id OFFSET 0
      ) AS account
    ) AS stale
  ),
  paid AS (
    INSERT INTO movement (seq, kind, from_id, to_id, amount, prev_settlement_seq)
    SELECT seq, 'settlement', holders_pool, id, has - had, last_settlement_seq FROM due WHERE seq IS NOT NULL
  ),
  all_paid AS MATERIALIZED (SELECT sum_nano(has - had) AS total FROM due),
  fulfilled AS (
    UPDATE holders_state SET liability = liability - total FROM all_paid WHERE total > 0
  ),
  -- Numbered after the settlements; each payer's tips in their order.
  numbered AS (
    SELECT nextval('journal_seq') AS seq, ord, key, payer_place, author_place, referrer_place,
           payer_id, author_id, referrer_id, post_id, amount, last_sent_seq, last_received_seq, last_referral_seq
    FROM payable CROSS JOIN all_paid
  ),
  covered AS MATERIALIZED (
    SELECT seq, ord, key, payer_place, author_place, referrer_place,
           payer_id, author_id, referrer_id, post_id, amount,
           amount / 5 AS holders_part, amount / 10 AS tenth, amount - amount / 5 - amount / 10 AS author_part,
           coalesce(lag(seq) OVER (PARTITION BY payer_id ORDER BY seq), last_sent_seq) AS prev_sent_seq,
           coalesce(lag(seq) OVER (PARTITION BY author_id ORDER BY seq), last_received_seq) AS prev_received_seq,
           CASE WHEN referrer_id IS NOT NULL THEN
             coalesce(lag(seq) OVER (PARTITION BY referrer_id ORDER BY seq), last_referral_seq) END AS prev_referral_seq
    FROM numbered
  ),
  written AS (
    INSERT INTO tip (seq, idem_key, payer_id, author_id, referrer_id, post_id, amount,
                     author_part, holders_part, platform_part, referral_part,
                     prev_sent_seq, prev_received_seq, prev_referral_seq)
    SELECT seq, key, payer_id, author_id, referrer_id, post_id, amount, author_part, holders_part,
           CASE WHEN referrer_id IS NULL THEN tenth ELSE 0 END,
           CASE WHEN referrer_id IS NULL THEN 0 ELSE tenth END,
           prev_sent_seq, prev_received_seq, prev_referral_seq
    FROM covered
  ),
  delta AS (
    SELECT place, sum_nano(amount) AS amount, max(sent) AS sent, max(received) AS received,
           max(referral) AS referral, max(settlement) AS settlement
    FROM (
      SELECT payer_place AS place, -amount AS amount, seq AS sent, NULL::bigint AS received,
             NULL::bigint AS referral, NULL::bigint AS settlement FROM covered
      UNION ALL SELECT author_place, author_part, NULL, seq, NULL, NULL FROM covered
      UNION ALL SELECT referrer_place, tenth, NULL, NULL, seq, NULL FROM covered WHERE referrer_id IS NOT NULL
      UNION ALL SELECT place, has - had, NULL, NULL, NULL, seq FROM due
    ) AS leg GROUP BY place
  ),
  moved AS (
    UPDATE account SET balance = account.balance + delta.amount, version = account.version + 1, epoch = current_epoch,
      last_sent_seq = coalesce(delta.sent, account.last_sent_seq),
      last_received_seq = coalesce(delta.received, account.last_received_seq),
      last_referral_seq = coalesce(delta.referral, account.last_referral_seq),
      last_settlement_seq = coalesce(delta.settlement, account.last_settlement_seq)
    FROM delta WHERE account.ctid = delta.place
    RETURNING account.id, account.balance
  ),
  house AS (
    UPDATE account SET balance = account.balance + CASE id WHEN platform THEN share.of_platform ELSE share.of_pool END,
      version = account.version + 1
    FROM (
      SELECT sum_nano(tenth) FILTER (WHERE referrer_id IS NULL) AS of_platform,
             sum_nano(holders_part) - (SELECT total FROM all_paid) AS of_pool
      FROM covered
    ) AS share
    WHERE account.id = ANY (ARRAY[platform, holders_pool])
      AND CASE id WHEN platform THEN share.of_platform ELSE share.of_pool END <> 0
  ),
  -- Each post once, in two arrays: a join may read all posts when Postgres estimates that there are few.
  gathered AS MATERIALIZED (
    SELECT array_agg(post_id) AS liked, array_agg(amount) AS sums
    FROM (SELECT post_id, sum(amount) AS amount FROM covered GROUP BY post_id) AS one
  ),
  counted AS (
    UPDATE post_total
    SET likes_sum = post_total.likes_sum + (SELECT sums[array_position(liked, post_total.post_id)] FROM gathered)
    WHERE post_total.post_id = ANY ((SELECT liked FROM gathered)::bigint[])
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
  -- A writer without the lock may have moved a row to another ctid.
  WHERE (SELECT count(*) FROM moved) = (SELECT count(*) FROM delta)
    OR refuse('an account was written without the lock of holders_state')
  ORDER BY asked.ord;
END $$;
