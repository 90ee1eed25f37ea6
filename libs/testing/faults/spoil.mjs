// @ts-check

/**
 * Deliberate violations of each invariant, made in a transaction that is rolled back, to prove that the judge
 * finds them.
 * @type {{ invariant: Exclude<import('./judge.mjs').Invariant, 'I7'>, what: string, sql: string }[]}
 */
export const SPOILS = [
  {
    invariant: 'I1',
    what: 'an account has a nano more',
    sql: `UPDATE tipping_ledger.account SET balance = balance + 1 WHERE id = 4`,
  },
  {
    invariant: 'I1',
    what: 'a member is below zero',
    sql: `ALTER TABLE tipping_ledger.account DROP CONSTRAINT only_chain_below_zero;
      WITH poor AS (SELECT id, balance FROM tipping_ledger.account WHERE kind = 'member' ORDER BY id LIMIT 1)
      UPDATE tipping_ledger.account a SET balance = CASE WHEN a.id = 2 THEN a.balance + poor.balance + 1 ELSE -1 END
      FROM poor WHERE a.id IN (2, poor.id)`,
  },
  {
    invariant: 'I2',
    what: 'an acknowledged tip is gone',
    sql: `DELETE FROM tipping_ledger.tip WHERE seq = (SELECT max(seq) FROM tipping_ledger.tip)`,
  },
  {
    invariant: 'I2',
    what: 'a tip is there twice',
    sql: `ALTER TABLE tipping_ledger.tip DROP CONSTRAINT one_tip_per_key, DROP CONSTRAINT links_are_told;
      INSERT INTO tipping_ledger.tip (idem_key, payer_id, author_id, referrer_id, post_id, amount, author_part, holders_part, platform_part, referral_part)
      SELECT idem_key, payer_id, author_id, referrer_id, post_id, amount, author_part, holders_part, platform_part, referral_part
      FROM tipping_ledger.tip ORDER BY seq DESC LIMIT 1`,
  },
  {
    invariant: 'I2',
    what: 'a tip is of another amount',
    sql: `UPDATE tipping_ledger.tip SET amount = amount + 10, author_part = author_part + 7, holders_part = holders_part + 2,
        platform_part = platform_part + CASE WHEN referrer_id IS NULL THEN 1 ELSE 0 END,
        referral_part = referral_part + CASE WHEN referrer_id IS NULL THEN 0 ELSE 1 END
      WHERE seq = (SELECT max(seq) FROM tipping_ledger.tip)`,
  },
  {
    invariant: 'I3',
    what: 'a deposit is not credited',
    sql: `DELETE FROM tipping_ledger.movement WHERE seq = (SELECT max(seq) FROM tipping_ledger.movement WHERE kind = 'deposit')`,
  },
  {
    invariant: 'I3',
    what: 'a deposit is credited to another member',
    sql: `UPDATE tipping_ledger.movement SET to_id = (SELECT max(id) FROM tipping_ledger.account)
      WHERE seq = (SELECT max(seq) FROM tipping_ledger.movement WHERE kind = 'deposit')`,
  },
  {
    invariant: 'I3',
    what: 'a deposit is credited that is not on the chain',
    sql: `UPDATE tipping_ledger.movement SET idem_key = 'deposit:nowhere'
      WHERE seq = (SELECT max(seq) FROM tipping_ledger.movement WHERE kind = 'deposit')`,
  },
  {
    invariant: 'I4',
    what: 'a nano went from one account to another without an entry',
    sql: `UPDATE tipping_ledger.account SET balance = balance + CASE id WHEN 3 THEN 1 ELSE -1 END WHERE id IN (2, 3)`,
  },
  {
    invariant: 'I5',
    what: 'the sum of a post is not its tips',
    sql: `UPDATE tipping_ledger.post_total SET likes_sum = likes_sum + 1 WHERE post_id = (SELECT max(post_id) FROM tipping_ledger.tip)`,
  },
  {
    invariant: 'I5',
    what: 'a feed shows another sum',
    sql: `UPDATE posts.post_rank SET likes_sum = likes_sum - 1 WHERE post_id = (SELECT max(post_id) FROM tipping_ledger.tip)`,
  },
  {
    invariant: 'I6',
    what: 'a nano of the author went to the holders',
    sql: `UPDATE tipping_ledger.tip SET author_part = author_part - 1, holders_part = holders_part + 1
      WHERE seq = (SELECT max(seq) FROM tipping_ledger.tip)`,
  },
];
