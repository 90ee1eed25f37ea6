-- `settle_tips` judges and settles a batch of tips in one statement after one ordered pass of locks.
-- The caller passes each (payer, key) at most once in a batch. Every writer of the ledger locks
-- `holders_state` first, so batches are serial and a statement after that lock sees all settled before.

-- What remains of a balance after a tip, which is refused when the balance does not cover it.
CREATE FUNCTION spend_if_covered(remaining bigint, balance bigint, amount bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN coalesce(remaining, balance) >= amount
    THEN coalesce(remaining, balance) - amount ELSE coalesce(remaining, balance) END
$$;
CREATE AGGREGATE remaining_after (balance bigint, amount bigint) (sfunc = spend_if_covered, stype = bigint);

CREATE FUNCTION settle_tips(keys uuid[], payers bigint[], posts bigint[], amounts bigint[])
RETURNS TABLE (ord integer, outcome text, tip_id bigint, payer_balance bigint, post_likes numeric)
LANGUAGE plpgsql
SET enable_seqscan = off SET enable_mergejoin = off SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  holders_pool CONSTANT bigint := 3;
  platform CONSTANT bigint := 4;
  current_epoch integer;
  touched bigint[];
  locked record;
  found record;
BEGIN
  SELECT epoch INTO current_epoch FROM holders_state FOR UPDATE;

  -- Each post and account is looked up once; the statement below joins what was found here.
  SELECT array_agg(post_id) AS ids, array_agg(author_id) AS authors, array_agg(open) AS open
    INTO found FROM post_total WHERE post_id = ANY (posts);
  -- A referrer never changes once the account is open, so it may be read before the lock.
  SELECT array_agg(DISTINCT id) INTO touched FROM (
    SELECT unnest(payers) AS id
    UNION ALL SELECT unnest(found.authors)
    UNION ALL SELECT referrer_id FROM account WHERE id = ANY (payers) AND referrer_id IS NOT NULL
    UNION ALL VALUES (holders_pool), (platform)
  ) AS every_account;
  SELECT array_agg(id) AS ids, array_agg(balance) AS balances, array_agg(referrer_id) AS referrers,
         bool_or(id >= 1000 AND epoch <> current_epoch) AS stale
    INTO locked FROM (
      SELECT id, balance, referrer_id, epoch FROM account WHERE id = ANY (touched) ORDER BY id FOR UPDATE
    ) AS in_order;
  IF locked.stale THEN
    PERFORM settle_accounts(locked.ids);
    SELECT array_agg(id) AS ids, array_agg(balance) AS balances, array_agg(referrer_id) AS referrers, false AS stale
      INTO locked FROM account WHERE id = ANY (touched);
  END IF;

  RETURN QUERY
  WITH party AS MATERIALIZED (
    SELECT * FROM unnest(locked.ids, locked.balances, locked.referrers) AS a (id, balance, referrer_id)
  ),
  asked AS MATERIALIZED (
    SELECT a.ord::integer AS ord, a.key, a.payer_id, a.post_id, a.amount,
           payer.balance, referrer.id AS referrer_id, p.author_id, p.open,
           author.id IS NOT NULL AS author_has_account,
           (SELECT seq FROM tip WHERE payer_id = a.payer_id AND idem_key = a.key) AS earlier_seq
    FROM unnest(keys, payers, posts, amounts) WITH ORDINALITY AS a (key, payer_id, post_id, amount, ord)
    LEFT JOIN party payer ON payer.id = a.payer_id
    LEFT JOIN party referrer ON referrer.id = payer.referrer_id
    LEFT JOIN unnest(found.ids, found.authors, found.open) AS p (post_id, author_id, open) ON p.post_id = a.post_id
    LEFT JOIN party author ON author.id = p.author_id
  ),
  judged AS MATERIALIZED (
    SELECT *, CASE
      WHEN earlier_seq IS NOT NULL THEN (
        SELECT CASE WHEN tip.post_id = asked.post_id AND tip.amount = asked.amount THEN 'repeated' ELSE 'key-reused' END
        FROM tip WHERE seq = earlier_seq)
      WHEN balance IS NULL THEN 'no-payer-account'
      WHEN author_id IS NULL THEN 'unknown-post'
      WHEN author_id = payer_id THEN 'own-post'
      WHEN NOT open THEN 'closed-post'
      WHEN NOT author_has_account THEN 'no-author-account'
    END AS verdict
    FROM asked
  ),
  -- Who can pay for all of her tips in the batch does. To others each tip sees what the ones before it have left.
  asking AS MATERIALIZED (
    SELECT *, sum(amount) OVER (PARTITION BY payer_id) <= balance AS pays_all FROM judged WHERE verdict IS NULL
  ),
  serial AS MATERIALIZED (
    SELECT *, remaining_after(balance, amount) OVER (PARTITION BY payer_id ORDER BY asking.ord) AS remaining
    FROM asking WHERE NOT pays_all
  ),
  payable AS (
    SELECT ord, key, payer_id, author_id, referrer_id, post_id, amount FROM asking WHERE pays_all
    UNION ALL
    SELECT ord, key, payer_id, author_id, referrer_id, post_id, amount FROM (
      SELECT *, coalesce(lag(remaining) OVER (PARTITION BY payer_id ORDER BY serial.ord), balance) AS before FROM serial
    ) AS with_before
    WHERE before >= amount
  ),
  covered AS MATERIALIZED (
    SELECT *, amount / 5 AS holders_part, amount / 10 AS tenth, amount - amount / 5 - amount / 10 AS author_part
    FROM payable
  ),
  written AS (
    INSERT INTO tip (idem_key, payer_id, author_id, referrer_id, post_id, amount,
                     author_part, holders_part, platform_part, referral_part)
    SELECT c.key, c.payer_id, c.author_id, c.referrer_id, c.post_id, c.amount, c.author_part, c.holders_part,
           CASE WHEN c.referrer_id IS NULL THEN tenth ELSE 0 END,
           CASE WHEN c.referrer_id IS NULL THEN 0 ELSE tenth END
    FROM covered c ORDER BY c.ord
    RETURNING tip.seq, tip.payer_id, tip.idem_key
  ),
  delta AS (
    SELECT id, sum(amount)::bigint AS amount FROM (
      SELECT payer_id AS id, -amount AS amount FROM covered
      UNION ALL SELECT author_id, author_part FROM covered
      UNION ALL SELECT holders_pool, holders_part FROM covered
      UNION ALL SELECT coalesce(referrer_id, platform), tenth FROM covered
    ) AS leg GROUP BY id
  ),
  moved AS (
    UPDATE account SET balance = account.balance + delta.amount, version = account.version + 1
    FROM delta WHERE account.id = delta.id
    RETURNING account.id, account.balance
  ),
  counted AS (
    UPDATE post_total SET likes_sum = post_total.likes_sum + s.amount
    FROM (SELECT post_id, sum(amount) AS amount FROM covered GROUP BY post_id) AS s
    WHERE post_total.post_id = s.post_id
    RETURNING post_total.post_id, post_total.likes_sum
  )
  SELECT j.ord,
         CASE WHEN w.seq IS NOT NULL THEN 'settled' ELSE coalesce(j.verdict, 'not-covered') END,
         coalesce(w.seq, j.earlier_seq),
         coalesce(moved.balance, j.balance),
         coalesce(counted.likes_sum, (SELECT p.likes_sum FROM post_total p WHERE p.post_id = j.post_id))
  FROM judged j
  LEFT JOIN written w ON w.payer_id = j.payer_id AND w.idem_key = j.key
  LEFT JOIN moved ON moved.id = j.payer_id
  LEFT JOIN counted ON counted.post_id = j.post_id
  ORDER BY j.ord;
END $$;
