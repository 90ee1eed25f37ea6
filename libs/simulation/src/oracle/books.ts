import type { World } from '../world.js';

/** Invariants of the ledger at any moment, in plain SQL over all of it rather than by the service's auditor. */
const BOOKS = `
  SELECT 'account ' || a.id || ' is not its entries' AS wrong FROM account a
    LEFT JOIN (SELECT account_id, sum(amount) AS amount FROM entry GROUP BY 1) e ON e.account_id = a.id
    WHERE a.balance <> coalesce(e.amount, 0)
  UNION ALL SELECT 'accounts do not sum to zero' FROM account HAVING sum(balance) <> 0
  UNION ALL SELECT 'account ' || id || ' is below zero' FROM account WHERE balance < 0 AND kind <> 'chain'
  UNION ALL SELECT 'tip ' || seq || ' is split wrongly' FROM tip
    WHERE author_part <> amount * 7 / 10 OR holders_part <> amount / 5 OR author_part + holders_part + platform_part + referral_part <> amount
  UNION ALL SELECT 'post ' || p.post_id || ' is not its tips' FROM post_total p
    LEFT JOIN (SELECT post_id, sum(amount) AS amount FROM tip GROUP BY 1) t ON t.post_id = p.post_id
    WHERE p.likes_sum <> coalesce(t.amount, 0)
  UNION ALL SELECT 'the pool does not cover its promises' FROM account pool, holders_state s
    WHERE pool.id = 3 AND (pool.balance < s.liability OR s.liability <
      (SELECT coalesce(sum(balance_now(balance, epoch) - balance), 0) FROM account WHERE kind = 'member'))
  UNION ALL SELECT 'promises are not what was shared less what was settled' FROM holders_state
    WHERE liability <> (SELECT coalesce(sum(distributed), 0) FROM holders_epoch)
      - (SELECT coalesce(sum(amount), 0) FROM movement WHERE kind = 'settlement')
  UNION ALL SELECT 'bonus of ' || to_id || ' is another amount' FROM movement WHERE kind = 'bonus' AND amount <> 100000000000
  UNION ALL SELECT 'member ' || id || ' has no bonus and is owed none' FROM account WHERE kind = 'member'
    AND NOT EXISTS (SELECT FROM movement WHERE idem_key = 'bonus:' || account.id)
    AND NOT EXISTS (SELECT FROM owed_bonus WHERE member_id = account.id)
    AND NOT EXISTS (SELECT FROM held_bonus WHERE member_id = account.id)
  UNION ALL SELECT 'member ' || member_id || ' is owed a bonus that is paid' FROM owed_bonus
    WHERE EXISTS (SELECT FROM movement WHERE idem_key = 'bonus:' || member_id)`;

export async function checkBooks(world: World): Promise<void> {
  const rows = await world.look<{ wrong: string }>('ledger', BOOKS);
  if (rows.length > 0) world.find('the books are wrong', rows.map(({ wrong }) => wrong).join('; '));
}
