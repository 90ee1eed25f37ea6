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

CREATE OR REPLACE FUNCTION settle_accounts(ids bigint[]) RETURNS void
LANGUAGE plpgsql
SET enable_seqscan = off SET jit = off
AS $$
DECLARE
  holders_pool CONSTANT bigint := 3;
  state holders_state;
  paid bigint;
BEGIN
  SELECT * INTO state FROM holders_state;
  WITH due AS MATERIALIZED (
    -- One look-up an account: a join scanned all of them once for each epoch.
    SELECT id, last_settlement_seq, amount, CASE WHEN amount > 0 THEN nextval('journal_seq') END AS seq
    FROM (
      SELECT id, last_settlement_seq,
             div(balance * state.m, (SELECT m FROM holders_epoch WHERE epoch = account.epoch))::bigint - balance AS amount
      FROM account WHERE id = ANY (ids) AND kind = 'member' AND epoch <> state.epoch ORDER BY id
    ) AS stale
  ),
  settled AS (
    UPDATE account SET balance = balance + due.amount, epoch = state.epoch, version = version + 1,
      last_settlement_seq = coalesce(due.seq, account.last_settlement_seq)
    FROM due WHERE account.id = due.id
  ),
  written AS (
    INSERT INTO movement (seq, kind, from_id, to_id, amount, prev_settlement_seq)
    SELECT seq, 'settlement', holders_pool, id, amount, last_settlement_seq FROM due WHERE amount > 0
  )
  SELECT coalesce(sum(amount), 0) INTO paid FROM due;
  IF paid > 0 THEN
    UPDATE account SET balance = balance - paid, version = version + 1 WHERE id = holders_pool;
    UPDATE holders_state SET liability = liability - paid;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION refuse(reason text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%', reason;
END $$;

-- The caller passes each (payer, key) at most once, and may pass the envelope of an event without its data,
-- which then tells the new totals. Results come in the order of the arrays.
CREATE OR REPLACE FUNCTION settle_tips(
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
  -- The one lock. All that the next statement reads of accounts and tips stays as it is until the commit, and
  -- accounts stay where they are: those that were found once are updated by their place.
  SELECT epoch, m INTO current_epoch, current_m FROM holders_state FOR UPDATE;

  RETURN QUERY
  WITH asked AS MATERIALIZED (
    -- Who can pay for all of her tips in the batch does.
    SELECT *, sum(amount) FILTER (WHERE verdict IS NULL) OVER (
        PARTITION BY payer_id ORDER BY ord ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
      ) <= balance AS pays_all
    FROM (
      SELECT a.ord, a.key, a.payer_id, a.post_id, a.amount, post.author_id, referrer.id AS referrer_id,
             payer.ctid AS payer_place, author.ctid AS author_place, referrer.ctid AS referrer_place,
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
               WHEN NOT post.open THEN 'closed-post'
               WHEN author.id IS NULL THEN 'no-author-account'
             END AS verdict
      FROM unnest(keys, payers, posts, amounts) WITH ORDINALITY AS a (key, payer_id, post_id, amount, ord)
      LEFT JOIN tip earlier ON earlier.idem_key = a.key AND earlier.payer_id = a.payer_id
      LEFT JOIN account payer ON payer.id = a.payer_id
      LEFT JOIN account referrer ON referrer.id = payer.referrer_id
      LEFT JOIN post_total post ON post.post_id = a.post_id
      LEFT JOIN account author ON author.id = post.author_id
    ) AS found
  ),
  -- To others each tip sees what the ones before it have left.
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
  -- Members of an earlier epoch, once each: what they had, and what they have with all that was shared since.
  due AS MATERIALIZED (
    SELECT CASE WHEN has > had THEN nextval('journal_seq') END AS seq, *
    FROM (
      SELECT id, ctid AS place, last_settlement_seq, balance AS had,
             div(balance * current_m, (SELECT m FROM holders_epoch WHERE epoch = account.epoch))::bigint AS has
      FROM account WHERE id IN (
        SELECT payer_id FROM payable WHERE payer_epoch <> current_epoch
        UNION SELECT author_id FROM payable WHERE author_epoch <> current_epoch
        UNION SELECT referrer_id FROM payable WHERE referrer_epoch <> current_epoch)
      OFFSET 0
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
  -- Numbered after the settlements, each payer's tips in their order.
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
    UPDATE account SET balance = account.balance + share.amount, version = account.version + 1
    FROM (
      SELECT platform AS id, sum_nano(tenth) AS amount FROM covered WHERE referrer_id IS NULL
      UNION ALL SELECT holders_pool, sum_nano(holders_part) - (SELECT total FROM all_paid) FROM covered
    ) AS share WHERE account.id = share.id AND share.amount <> 0
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
  -- A writer without the lock may have moved a row from its place.
  WHERE (SELECT count(*) FROM moved) = (SELECT count(*) FROM delta)
    OR refuse('an account was written without the lock of holders_state')
  ORDER BY asked.ord;
END $$;

ALTER TABLE tip ALTER COLUMN prev_sent_seq SET DEFAULT 0,
  ADD CONSTRAINT links_are_told CHECK (prev_sent_seq > 0) NOT VALID;
ALTER TABLE movement ADD CONSTRAINT key_unless_settlement CHECK ((idem_key IS NULL) = (kind = 'settlement')) NOT VALID;
