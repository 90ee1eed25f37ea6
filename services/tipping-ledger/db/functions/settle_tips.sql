-- Settles a batch of tips, all in one statement: decides the outcome of each, writes the settled ones to the journal,
-- and moves their money. The caller passes each (payer, key) at most once. It may pass the envelope of an event without
-- its data; the event then contains the new totals of the posts. Results are in the order of the arrays. A closed
-- account pays nothing, and its posts take no tips; what its referrals would earn goes to the platform.
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
  ignored text;
BEGIN
  -- The one lock. The accounts and tips that the next statement reads do not change until the commit, and account rows
  -- do not move: each is found once and then updated by its ctid.
  SELECT epoch, m INTO current_epoch, current_m FROM holders_state FOR UPDATE;
  ignored := set_config('tipping_ledger.lock_waited_ms',
    (1000 * date_part('epoch', clock_timestamp() - begun))::text, true);

  RETURN QUERY
  -- 1. Each request with its accounts, its post and the tip that has its key. Its outcome is null when only the payer's
  -- balance can still reject it. A payer whose balance covers all of these can pay each of them.
  WITH request AS MATERIALIZED (
    SELECT *, sum(amount) FILTER (WHERE outcome IS NULL) OVER (
        PARTITION BY payer_id ORDER BY ord ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
      ) <= balance AS all_covered
    FROM (
      SELECT input.ord, input.key, input.payer_id, input.post_id, input.amount,
             post.author_id, referrer.id AS referrer_id,
             payer.ctid AS payer_ctid, author.ctid AS author_ctid, referrer.ctid AS referrer_ctid,
             earlier.seq AS earlier_seq, post.likes_sum,
             CASE WHEN payer.epoch = current_epoch THEN payer.balance
                  ELSE div(payer.balance * current_m,
                           (SELECT m FROM holders_epoch WHERE epoch = payer.epoch))::bigint END AS balance,
             payer.epoch AS payer_epoch, author.epoch AS author_epoch, referrer.epoch AS referrer_epoch,
             payer.last_sent_seq, author.last_received_seq, referrer.last_referral_seq,
             CASE
               WHEN (earlier.post_id, earlier.amount) = (input.post_id, input.amount) THEN 'repeated'
               WHEN earlier.seq IS NOT NULL THEN 'key-reused'
               WHEN payer.id IS NULL THEN 'no-payer-account'
               WHEN post.post_id IS NULL THEN 'unknown-post'
               WHEN post.author_id = input.payer_id THEN 'own-post'
               WHEN NOT post.open OR author.closed_at IS NOT NULL THEN 'closed-post'
               WHEN author.id IS NULL THEN 'no-author-account'
             END AS outcome
      FROM unnest(keys, payers, posts, amounts) WITH ORDINALITY AS input (key, payer_id, post_id, amount, ord)
      -- OFFSET 0 makes each one a separate look-up, whatever Postgres estimates for the size of a table.
      LEFT JOIN LATERAL (
        SELECT seq, post_id, amount FROM tip WHERE idem_key = input.key AND payer_id = input.payer_id OFFSET 0
      ) AS earlier ON true
      LEFT JOIN LATERAL (
        SELECT ctid, id, referrer_id, balance, epoch, last_sent_seq
        FROM account WHERE id = input.payer_id AND closed_at IS NULL OFFSET 0
      ) AS payer ON true
      LEFT JOIN LATERAL (
        SELECT ctid, id, epoch, last_referral_seq
        FROM account WHERE id = payer.referrer_id AND closed_at IS NULL OFFSET 0
      ) AS referrer ON true
      LEFT JOIN LATERAL (
        SELECT post_id, author_id, open, likes_sum FROM post_total WHERE post_id = input.post_id OFFSET 0
      ) AS post ON true
      LEFT JOIN LATERAL (
        SELECT ctid, id, epoch, last_received_seq, closed_at FROM account WHERE id = post.author_id OFFSET 0
      ) AS author ON true
    ) AS found
  ),

  -- 2. The accepted requests. A payer who cannot pay all has their tips settled one after the other, each out of the
  -- balance that those before it have left.
  running_balance AS (
    SELECT ord, remaining_after(balance, amount) OVER (
      PARTITION BY payer_id ORDER BY request.ord ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS balance
    FROM request WHERE outcome IS NULL AND NOT all_covered
  ),
  accepted AS NOT MATERIALIZED (
    SELECT * FROM request
    WHERE outcome IS NULL AND (all_covered OR amount <= (
      SELECT coalesce(running_balance.balance, request.balance)
      FROM running_balance WHERE running_balance.ord = request.ord))
  ),

  -- 3. Settlements of the holders' shares: members of an earlier epoch, once each, and what has accrued since.
  settlement AS MATERIALIZED (
    SELECT CASE WHEN accrued > 0 THEN nextval('journal_seq') END AS seq, *
    FROM (
      SELECT account.id, account.ctid, account.last_settlement_seq,
             div(balance * current_m, (SELECT m FROM holders_epoch WHERE epoch = account.epoch))::bigint - balance
               AS accrued
      FROM (
        SELECT payer_id AS id FROM accepted WHERE payer_epoch <> current_epoch
        UNION SELECT author_id FROM accepted WHERE author_epoch <> current_epoch
        UNION SELECT referrer_id FROM accepted WHERE referrer_epoch <> current_epoch
      ) AS stale
      CROSS JOIN LATERAL (
        SELECT id, ctid, last_settlement_seq, balance, epoch FROM account WHERE id = stale.id OFFSET 0
      ) AS account
    ) AS stale_account
  ),
  inserted_settlements AS (
    INSERT INTO movement (seq, kind, from_id, to_id, amount, prev_settlement_seq)
    SELECT seq, 'settlement', holders_pool, id, accrued, last_settlement_seq FROM settlement WHERE seq IS NOT NULL
  ),
  settled_total AS MATERIALIZED (SELECT sum_nano(accrued) AS amount FROM settlement),
  updated_liability AS (
    UPDATE holders_state SET liability = liability - amount FROM settled_total WHERE amount > 0
  ),

  -- 4. The tips: numbered after the settlements, each payer's in their order, and linked in the histories of their
  -- payer, author and referrer.
  numbered AS (
    SELECT nextval('journal_seq') AS seq, ord, key, payer_ctid, author_ctid, referrer_ctid,
           payer_id, author_id, referrer_id, post_id, accepted.amount,
           last_sent_seq, last_received_seq, last_referral_seq
    FROM accepted CROSS JOIN settled_total
  ),
  new_tip AS MATERIALIZED (
    SELECT seq, ord, key, payer_ctid, author_ctid, referrer_ctid,
           payer_id, author_id, referrer_id, post_id, amount,
           amount / 5 AS holders_part, amount / 10 AS tenth, amount - amount / 5 - amount / 10 AS author_part,
           coalesce(lag(seq) OVER (PARTITION BY payer_id ORDER BY seq), last_sent_seq) AS prev_sent_seq,
           coalesce(lag(seq) OVER (PARTITION BY author_id ORDER BY seq), last_received_seq) AS prev_received_seq,
           CASE WHEN referrer_id IS NOT NULL THEN
             coalesce(lag(seq) OVER (PARTITION BY referrer_id ORDER BY seq), last_referral_seq) END AS prev_referral_seq
    FROM numbered
  ),
  inserted_tips AS (
    INSERT INTO tip (seq, idem_key, payer_id, author_id, referrer_id, post_id, amount,
                     author_part, holders_part, platform_part, referral_part,
                     prev_sent_seq, prev_received_seq, prev_referral_seq)
    SELECT seq, key, payer_id, author_id, referrer_id, post_id, amount, author_part, holders_part,
           CASE WHEN referrer_id IS NULL THEN tenth ELSE 0 END,
           CASE WHEN referrer_id IS NULL THEN 0 ELSE tenth END,
           prev_sent_seq, prev_received_seq, prev_referral_seq
    FROM new_tip
  ),

  -- 5. The balances: each member's account once, by the sum of its entries, and the two of the system.
  account_delta AS (
    SELECT account_ctid, sum_nano(amount) AS amount, max(sent_seq) AS sent_seq, max(received_seq) AS received_seq,
           max(referral_seq) AS referral_seq, max(settlement_seq) AS settlement_seq
    FROM (
      SELECT payer_ctid AS account_ctid, -amount AS amount, seq AS sent_seq, NULL::bigint AS received_seq,
             NULL::bigint AS referral_seq, NULL::bigint AS settlement_seq FROM new_tip
      UNION ALL SELECT author_ctid, author_part, NULL, seq, NULL, NULL FROM new_tip
      UNION ALL SELECT referrer_ctid, tenth, NULL, NULL, seq, NULL FROM new_tip WHERE referrer_id IS NOT NULL
      UNION ALL SELECT ctid, accrued, NULL, NULL, NULL, seq FROM settlement
    ) AS entry GROUP BY account_ctid
  ),
  updated_account AS (
    UPDATE account SET balance = account.balance + delta.amount, version = account.version + 1, epoch = current_epoch,
      last_sent_seq = coalesce(delta.sent_seq, account.last_sent_seq),
      last_received_seq = coalesce(delta.received_seq, account.last_received_seq),
      last_referral_seq = coalesce(delta.referral_seq, account.last_referral_seq),
      last_settlement_seq = coalesce(delta.settlement_seq, account.last_settlement_seq)
    FROM account_delta AS delta WHERE account.ctid = delta.account_ctid
    RETURNING account.id, account.balance
  ),
  updated_system_accounts AS (
    UPDATE account SET balance = account.balance + CASE id WHEN platform THEN delta.of_platform ELSE delta.of_pool END,
      version = account.version + 1
    FROM (
      SELECT sum_nano(tenth) FILTER (WHERE referrer_id IS NULL) AS of_platform,
             sum_nano(holders_part) - (SELECT amount FROM settled_total) AS of_pool
      FROM new_tip
    ) AS delta
    WHERE account.id = ANY (ARRAY[platform, holders_pool])
      AND CASE id WHEN platform THEN delta.of_platform ELSE delta.of_pool END <> 0
  ),

  -- 6. The totals of the posts, and the event with them. Each post once, in two arrays: a join may read all posts when
  -- Postgres estimates that there are few.
  post_deltas AS MATERIALIZED (
    SELECT array_agg(post_id) AS post_ids, array_agg(amount) AS sums
    FROM (SELECT post_id, sum(amount) AS amount FROM new_tip GROUP BY post_id) AS post_delta
  ),
  updated_post AS (
    UPDATE post_total
    SET likes_sum = post_total.likes_sum + (SELECT sums[array_position(post_ids, post_total.post_id)] FROM post_deltas)
    WHERE post_total.post_id = ANY ((SELECT post_ids FROM post_deltas)::bigint[])
    RETURNING post_total.post_id, post_total.likes_sum
  ),
  inserted_event AS (
    INSERT INTO outbox (id, subject, envelope)
    SELECT (likes_counted ->> 'id')::uuid, likes_counted ->> 'type',
           likes_counted || jsonb_build_object('data', jsonb_build_object('totals', jsonb_agg(
             jsonb_build_object('postId', post_id, 'likesSumNano', likes_sum::text))))
    FROM updated_post HAVING likes_counted IS NOT NULL AND count(*) > 0
  )

  -- 7. The results.
  SELECT CASE WHEN new_tip.seq IS NOT NULL THEN 'settled' ELSE coalesce(request.outcome, 'not-covered') END,
         coalesce(new_tip.seq, request.earlier_seq),
         coalesce(updated_account.balance, request.balance),
         coalesce(updated_post.likes_sum, request.likes_sum)
  FROM request
  LEFT JOIN new_tip ON new_tip.ord = request.ord
  LEFT JOIN updated_account ON updated_account.id = request.payer_id
  LEFT JOIN updated_post ON updated_post.post_id = request.post_id
  -- A writer without the lock may have moved a row to another ctid.
  WHERE (SELECT count(*) FROM updated_account) = (SELECT count(*) FROM account_delta)
    OR raise_error('an account was written without the lock of holders_state')
  ORDER BY request.ord;
END $$;
