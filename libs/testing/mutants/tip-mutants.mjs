// @ts-check
import { bugsIn } from './mutate.mjs';

/** @param {string} name */
const sqlFunction = (name) => `services/tipping-ledger/db/functions/${name}.sql`;

/** @param {string} name */
const test = (name) => `services/tipping-ledger/test/${name}.test.ts`;

/** @type {readonly import('./mutate.mjs').Mutant[]} */
const BONUSES = [
  ...bugsIn(sqlFunction('pay_owed_bonuses'), test('open-account'), [
    {
      bug: 'pays the youngest owed bonus first',
      from: 'ORDER BY member_id LIMIT affordable',
      to: 'ORDER BY member_id DESC LIMIT affordable',
      name: 'that meets an empty treasury is owed, and is paid when the treasury is filled again',
    },
    {
      bug: 'gives a member shares of epochs that the bonus was not there for',
      from: 'PERFORM settle_accounts(paid);',
      to: '',
      name: 'that cannot be paid settles nobody, since nobody’s money moves',
    },
    {
      bug: 'charges the treasury one bonus for many',
      from: 'balance = balance - bonus * cardinality(paid)',
      to: 'balance = balance - bonus',
      name: 'that meets an empty treasury is owed, and is paid when the treasury is filled again',
    },
    {
      bug: 'keeps the last bonus of the treasury back',
      from: 'SELECT least(balance / bonus, most)',
      to: 'SELECT least((balance - 1) / bonus, most)',
      name: 'that meets an empty treasury is owed, and is paid when the treasury is filled again',
    },
    {
      bug: 'pays a bonus that the treasury does not hold',
      from: 'SELECT least(balance / bonus, most)',
      to: 'SELECT least(balance / bonus + 1, most)',
      name: 'that meets an empty treasury is owed, and is paid when the treasury is filled again',
    },
  ]),
  ...bugsIn(sqlFunction('open_account'), test('open-account'), {
    bug: 'owes a bonus anew to whoever opens an account in the same moment again',
    from: '    IF FOUND THEN\n      IF referrer',
    to: '    IF true THEN\n      IF referrer',
    name: 'is paid once, however often and however parallel call and event ask for it',
  }),
];

/** @type {readonly import('./mutate.mjs').Mutant[]} */
const VERDICTS = [
  ...bugsIn(sqlFunction('lock_ledger'), test('claim-deposit'), {
    bug: 'has a lock that keeps nobody out',
    from: 'SELECT * INTO state FROM holders_state FOR UPDATE;',
    to: 'SELECT * INTO state FROM holders_state;',
    name: 'is told of one by another member that was under way before it',
  }),
  ...bugsIn(sqlFunction('settle_tips'), test('create-tip'), [
    {
      bug: 'settles tips without the lock',
      from: 'INTO current_epoch, current_m FROM holders_state FOR UPDATE;',
      to: 'INTO current_epoch, current_m FROM holders_state;',
      name: 'pays a tip out of what is left by one that was under way before it',
    },
    {
      bug: 'takes a key with another amount for the same tip',
      from: 'WHEN (earlier.post_id, earlier.amount) = (a.post_id, a.amount) THEN',
      to: 'WHEN earlier.post_id = a.post_id THEN',
      name: 'with another amount or post is rejected',
    },
    {
      bug: 'takes the key of another payer for the same tip',
      from: 'WHERE idem_key = a.key AND payer_id = a.payer_id OFFSET 0',
      to: 'WHERE idem_key = a.key ORDER BY seq LIMIT 1',
      name: 'is one payer’s: another payer may use the same',
    },
    {
      bug: 'lets a member tip their own post',
      from: "WHEN post.author_id = a.payer_id THEN 'own-post'",
      to: "WHEN false THEN 'own-post'",
      name: 'is rejected on the own post, on a withdrawn post and on a post that nobody knows',
    },
    {
      bug: 'lets a withdrawn post be tipped',
      from: 'WHEN NOT post.open OR author.closed_at',
      to: 'WHEN author.closed_at',
      name: 'is rejected on the own post, on a withdrawn post and on a post that nobody knows',
    },
    {
      bug: 'rejects the last tip that a payer can pay',
      from: 'WHERE verdict IS NULL AND (pays_all OR amount <= (',
      to: 'WHERE verdict IS NULL AND (pays_all OR amount < (',
      name: 'pays of one batch the tips that it covers one after the other, to the last nano, whoever else pays in it',
    },
    {
      bug: 'takes tips of others for those of a payer who cannot pay all of theirs',
      from: 'PARTITION BY payer_id ORDER BY asked.ord ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS remaining',
      to: 'ORDER BY asked.ord ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS remaining',
      name: 'pays of one batch the tips that it covers one after the other, to the last nano, whoever else pays in it',
    },
  ]),
  ...bugsIn('services/tipping-ledger/src/tips/tip.ts', test('create-tip'), {
    bug: 'says of a key with another body that it was settled',
    from: "  'key-reused': ledgerErrors.IDEMPOTENCY_KEY_REUSED,\n",
    to: '',
    name: 'with another amount or post is rejected',
  }),
  ...bugsIn(
    'services/tipping-ledger/src/tips/take-batch.ts',
    'services/tipping-ledger/src/tips/take-batch.test.ts',
    {
      bug: 'settles a key twice in one batch',
      from: 'if (keys.has(key)) left.push(tip);\n    else batch.push(tip);',
      to: 'batch.push(tip);',
      name: 'takes every tip exactly once, twins in different batches and in order',
    },
  ),
  ...bugsIn(sqlFunction('settle_tips'), test('close-account'), [
    {
      bug: 'tips a member whose account is closed',
      from: 'NOT post.open OR author.closed_at IS NOT NULL',
      to: 'NOT post.open',
      name: 'pays no tip, and takes none, not even on a post that is still open',
    },
    {
      bug: 'lets a closed account tip',
      from: 'FROM account WHERE id = a.payer_id AND closed_at IS NULL OFFSET 0',
      to: 'FROM account WHERE id = a.payer_id OFFSET 0',
      name: 'pays no tip, and takes none, not even on a post that is still open',
    },
    {
      bug: 'pays a referrer whose account is closed',
      from: 'FROM account WHERE id = payer.referrer_id AND closed_at IS NULL OFFSET 0',
      to: 'FROM account WHERE id = payer.referrer_id OFFSET 0',
      name: 'earns nothing by whom it referred: the platform does',
    },
  ]),
  ...bugsIn(sqlFunction('settle_tips'), test('epochs'), {
    bug: 'judges a payer by what they had before the last epochs',
    from: 'CASE WHEN payer.epoch = current_epoch THEN payer.balance',
    to: 'CASE WHEN true THEN payer.balance',
    name: 'is settled when the account is next touched, before anything is added to it',
  }),
];

/** @type {readonly import('./mutate.mjs').Mutant[]} */
const PARTS = [
  ...bugsIn(sqlFunction('settle_tips'), test('create-tip'), [
    {
      bug: 'splits a tip 75/20/5',
      from: 'amount / 10 AS tenth, amount - amount / 5 - amount / 10 AS author_part',
      to: 'amount / 20 AS tenth, amount - amount / 5 - amount / 20 AS author_part',
      name: 'splits 70/20/10 and reduces the payer by the whole amount',
    },
    {
      bug: 'gives the platform the part of the holders',
      from: 'SET balance = account.balance + CASE id WHEN platform THEN share.of_platform ELSE share.of_pool END',
      to: 'SET balance = account.balance + CASE id WHEN platform THEN share.of_pool ELSE share.of_platform END',
      name: 'splits 70/20/10 and reduces the payer by the whole amount',
    },
    {
      bug: 'pays the platform for a payer whom a member has referred',
      from: 'SELECT sum_nano(tenth) FILTER (WHERE referrer_id IS NULL) AS of_platform',
      to: 'SELECT sum_nano(tenth) AS of_platform',
      name: 'pays the ten percent to the member who referred the payer',
    },
    {
      bug: 'does not add a tip to what its post had',
      from: 'SET likes_sum = post_total.likes_sum + (SELECT sums',
      to: 'SET likes_sum = (SELECT sums',
      name: 'adds to what its post had',
    },
  ]),
  ...bugsIn(sqlFunction('open_account'), test('open-account'), {
    bug: 'forgets who referred a member',
    from: "VALUES (member, 'member', referrer, state.epoch)",
    to: "VALUES (member, 'member', NULL, state.epoch)",
    name: 'is fixed when the account opens',
  }),
  ...bugsIn(sqlFunction('settle_tips'), test('epochs'), [
    {
      bug: 'loses the line before the first of a batch',
      from: 'coalesce(lag(seq) OVER (PARTITION BY payer_id ORDER BY seq), last_sent_seq) AS prev_sent_seq',
      to: 'lag(seq) OVER (PARTITION BY payer_id ORDER BY seq) AS prev_sent_seq',
      name: 'lists every change once over many pages, newest first, and sums to the balance',
    },
    {
      bug: 'goes on promising what a tip has paid of it',
      from: 'UPDATE holders_state SET liability = liability - total FROM all_paid WHERE total > 0',
      to: 'UPDATE holders_state SET liability = liability FROM all_paid WHERE total > 0',
      name: 'is settled when the account is next touched, before anything is added to it',
    },
    {
      bug: 'pays out shares in tips at the cost of nobody',
      from: 'sum_nano(holders_part) - (SELECT total FROM all_paid) AS of_pool',
      to: 'sum_nano(holders_part) AS of_pool',
      name: 'is settled when the account is next touched, before anything is added to it',
    },
  ]),
];

/** @type {readonly import('./mutate.mjs').Mutant[]} */
export const TIP_MUTANTS = [...BONUSES, ...VERDICTS, ...PARTS];
