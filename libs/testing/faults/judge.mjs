// @ts-check

/**
 * @typedef {{ query: (text: string, values?: unknown[]) => Promise<{ rows: any[] }> }} Client the database's
 *   administrator
 * @typedef {'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7'} Invariant
 * @typedef {{ invariant: Invariant, text: string }} Finding
 */

/**
 * Everything that was done and observed in a cell.
 * @typedef {object} CellRecord
 * @property {string} round what the keys of its tips begin with
 * @property {import('./actions.mjs').Intent[]} intents
 * @property {import('./actions.mjs').LookAfterTip[]} looks
 * @property {import('./logouts.mjs').Logout[]} logouts
 * @property {import('./load.mjs').Sample[]} samples
 * @property {import('./chain.mjs').Arrival[]} arrivals on the chain since it began
 * @property {import('./actions.mjs').Depositor[]} depositors
 * @property {{ beginsAt: number, endsAt: number }} fault
 * @property {number} calmAt when everybody was served again
 */

export const INVARIANTS = {
  I1: 'every transfer and all accounts sum to zero, nobody is below zero',
  I2: 'an acknowledged tip is one transfer; one that was not has one result when it is sent again',
  I3: 'what the chain holds is credited exactly once, to whom it belongs',
  I4: 'replaying the journal gives every balance',
  I5: 'the sum of a post is its tips, for their givers right after the reply',
  I6: 'splits are exact in nano-LIKE',
  I7: 'no session works a second after its logout, and every other one works',
};

/**
 * @type {{ [invariant in Invariant]: (client: Client, record: CellRecord) => Promise<string[]> | string[] }}
 */
const JUDGES = {
  I1: judgeSums,
  I2: judgeTips,
  I3: judgeDeposits,
  I4: judgeReplay,
  I5: judgeLikes,
  I6: judgeSplits,
  I7: judgeSessions,
};

const WORST = 5;

/**
 * @param {Client} client
 * @param {CellRecord} record
 * @returns {Promise<Finding[]>} violated invariants; empty if all hold
 */
export async function judge(client, record) {
  const findings = [];
  for (const [name, judgeOf] of Object.entries(JUDGES)) {
    const invariant = /** @type {Invariant} */ (name);
    const texts = await judgeOf(client, record);
    const more = texts.length > WORST ? [`and ${texts.length - WORST} more`] : [];
    findings.push(...[...texts.slice(0, WORST), ...more].map((text) => ({ invariant, text })));
  }
  return findings;
}

/**
 * Runs a query with one column of sentences.
 * @param {Client} client
 * @param {string} sql one column of sentences
 * @param {unknown[]} [values]
 */
const sentences = async (client, sql, values) =>
  (await client.query(sql, values)).rows.map((row) => String(Object.values(row)[0]));

/** @param {Client} client */
function judgeSums(client) {
  return sentences(
    client,
    `SELECT 'transfer ' || seq || ' sums to ' || sum(amount) FROM tipping_ledger.entry GROUP BY seq HAVING sum(amount) <> 0
     UNION ALL SELECT 'all accounts sum to ' || sum(balance) FROM tipping_ledger.account HAVING sum(balance) <> 0
     UNION ALL SELECT 'account ' || id || ' holds ' || balance FROM tipping_ledger.account WHERE balance < 0 AND kind <> 'chain'`,
  );
}

/** @param {Client} client @param {CellRecord} record */
async function judgeTips(client, { round, intents }) {
  const { rows } = await client.query(
    `SELECT idem_key, seq, payer_id, post_id, amount FROM tipping_ledger.tip
     WHERE idem_key BETWEEN ($1 || '-0000-0000-0000-000000000000')::uuid AND ($1 || '-ffff-ffff-ffff-ffffffffffff')::uuid`,
    [round],
  );
  /** @type {Map<string, any[]>} */
  const byKey = new Map();
  for (const row of rows) byKey.set(row.idem_key, [...(byKey.get(row.idem_key) ?? []), row]);
  const wrong = intents.flatMap((intent) => {
    const { key, payer, postId, units, tipId, rejection, others } = intent;
    const found = byKey.get(key) ?? [];
    byKey.delete(key);
    if (others.length > 0) return [`tip ${key} was told to be ${tipId} and ${others.join(', ')}`];
    if (tipId === undefined) return [`tip ${key} has no result: ${rejection ?? 'nobody answered'}`];
    if (found.length !== 1) return [`tip ${key} was acknowledged and is ${found.length} transfers`];
    const asked = [tipId, payer.id, postId, units * 1000].join(' ');
    const [{ seq, payer_id, post_id, amount }] = found;
    const is = [seq, payer_id, post_id, amount].join(' ');
    return is === asked ? [] : [`tip ${key} is ${is} and was to be ${asked} (number, payer, post, nano)`];
  });
  return [...wrong, ...[...byKey.keys()].map((key) => `tip ${key} was given by nobody`)];
}

/** @param {Client} client @param {CellRecord} record */
async function judgeDeposits(client, { arrivals, depositors }) {
  const { rows } = await client.query(
    `SELECT idem_key, to_id, amount FROM tipping_ledger.movement WHERE kind = 'deposit'`,
  );
  const byKey = new Map(rows.map((row) => [row.idem_key, row]));
  const ownerOf = new Map(depositors.map(({ memo, id }) => [memo, id]));
  const wrong = arrivals.flatMap(({ signature, amountNano, memos }) => {
    const found = byKey.get(`deposit:${signature}`);
    byKey.delete(`deposit:${signature}`);
    if (!found) return [`deposit ${signature} of ${amountNano} is final and not credited`];
    const owner = memos.map((memo) => ownerOf.get(memo)).find((id) => id !== undefined);
    const isRight = BigInt(found.amount) === amountNano && Number(found.to_id) === owner;
    return isRight
      ? []
      : [`deposit ${signature} of ${amountNano} to ${owner} is ${found.amount} to ${found.to_id}`];
  });
  return [...wrong, ...[...byKey.keys()].map((key) => `${key} is credited and not on the chain`)];
}

/** @param {Client} client */
function judgeReplay(client) {
  return sentences(
    client,
    `SELECT 'account ' || a.id || ' holds ' || a.balance || ' and its entries make ' || coalesce(e.amount, 0)
     FROM tipping_ledger.account a
     LEFT JOIN (SELECT account_id, sum(amount) AS amount FROM tipping_ledger.entry GROUP BY 1) e ON e.account_id = a.id
     WHERE a.balance <> coalesce(e.amount, 0)`,
  );
}

/** @param {Client} client @param {CellRecord} record */
async function judgeLikes(client, { looks, fault, calmAt }) {
  const wrong = await sentences(
    client,
    `SELECT 'post ' || p.post_id || ' has ' || p.likes_sum || ', its tips make ' || coalesce(t.amount, 0) || ', and it shows ' || r.likes_sum
     FROM tipping_ledger.post_total p JOIN posts.post_rank r USING (post_id)
     LEFT JOIN (SELECT post_id, sum(amount) AS amount FROM tipping_ledger.tip GROUP BY 1) t USING (post_id)
     WHERE p.likes_sum <> coalesce(t.amount, 0) OR r.likes_sum <> p.likes_sum`,
  );
  // While the ledger is unreachable or too slow, posts shows the last sum that it received.
  const calm = looks.filter(
    ({ at, tookMs }) => (at + tookMs < fault.beginsAt || at > calmAt) && tookMs < IN_TIME_MS,
  );
  const stale = calm.filter(({ shownNano, toldNano }) => shownNano < toldNano);
  return [
    ...wrong,
    ...stale.map(
      ({ postId, toldNano, shownNano }) => `post ${postId} showed ${shownNano} after ${toldNano} was told`,
    ),
  ];
}
/** Less than the second that the gateway waits for the ledger. */
const IN_TIME_MS = 800;

/** @param {Client} client */
function judgeSplits(client) {
  return sentences(
    client,
    `SELECT 'tip ' || t.seq || ' of ' || t.amount || ' is split into ' || concat_ws(', ', author_part, holders_part, platform_part, referral_part)
     FROM tipping_ledger.tip t JOIN tipping_ledger.account p ON p.id = t.payer_id
     WHERE t.author_part * 10 <> t.amount * 7 OR t.holders_part * 10 <> t.amount * 2
       OR (CASE WHEN p.referrer_id IS NULL THEN t.platform_part ELSE t.referral_part END) * 10 <> t.amount
       OR t.referrer_id IS DISTINCT FROM p.referrer_id`,
  );
}

/** @param {Client} _client @param {CellRecord} record */
function judgeSessions(_client, { logouts, samples }) {
  const working = logouts.flatMap(({ worked }) =>
    worked
      .slice(0, 1)
      .map((where) => `a session that was ended worked ${worked.length} times, first for ${where}`),
  );
  const open = logouts
    .filter(({ endedAt }) => endedAt === undefined)
    .map(() => 'a session could not be ended');
  const untried = logouts
    .filter(({ endedAt, worked, asked }) => endedAt !== undefined && worked.length + asked === 0)
    .map(() => 'nobody could try a session that was ended');
  const out = samples
    .filter(({ status }) => status === 401)
    .map(({ kind }) => `a session that is good was rejected for a ${kind}`);
  return [...working, ...open, ...untried, ...out];
}
