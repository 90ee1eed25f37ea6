// @ts-check
import { createHash } from 'node:crypto';
import pg from 'pg';

/** @typedef {import('pg').Client} Client */

/**
 * How much there is: a fifth as many authors as members, and a post for every member.
 * @typedef {object} World
 * @property {number} members ids from 1000 on
 */

const FIRST_ID = 1000;
/** Nano-LIKE that every member is given: more than any run spends, and ten million times as much fits in 64 bits. */
const FUNDS = 10n ** 11n;
const SIGNED_IN = 500;
const AUTHOR_SHARE = 5;

/**
 * Does something as the database's superuser, in the ledger's schema. The connection ends with it, also where it fails: what ends the
 * stack then would otherwise end the process with an error of the connection in place of the reason.
 * @param {{ adminUrl: string }} stack
 * @param {(admin: Client) => Promise<void>} work
 */
export async function withAdmin({ adminUrl }, work) {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query('SET search_path = tipping_ledger');
    await work(admin);
  } finally {
    await admin.end();
  }
}

/**
 * Fills the ledger up to so many members with money, deposits to match, and a post each. Half have a referrer.
 * @param {Client} client the database's superuser
 * @param {number} members
 */
export async function fillLedger(client, members) {
  const last = FIRST_ID + members - 1;
  await client.query(`
    SET search_path = tipping_ledger;
    SET session_replication_role = replica; -- Foreign keys hold by construction; checking each takes minutes.
    WITH opened AS (
      INSERT INTO account (id, kind, referrer_id, balance, epoch)
      SELECT id, 'member', CASE WHEN id % 2 = 1 THEN id - 1 END, ${FUNDS}, (SELECT epoch FROM holders_state)
      FROM generate_series(${FIRST_ID}, ${last}) AS id ON CONFLICT DO NOTHING RETURNING id
    ),
    paid AS (
      INSERT INTO movement (idem_key, kind, from_id, to_id, amount)
      SELECT 'deposit:bench-' || id, 'deposit', 1, id, ${FUNDS} FROM opened ORDER BY id RETURNING amount
    )
    UPDATE account SET balance = balance - (SELECT sum(amount) FROM paid) WHERE id = 1;
    INSERT INTO post_total (post_id, author_id, open, version)
      SELECT id, ${FIRST_ID} + (id::bigint * 7919) % ${Math.floor(members / AUTHOR_SHARE)}, true, 1
      FROM generate_series(1, ${members}) AS id ON CONFLICT DO NOTHING;
    RESET session_replication_role;`);
  for (const table of ['account', 'movement', 'post_total', 'tip'])
    await client.query(`VACUUM ANALYZE ${table}`);
}

/**
 * Settles everybody, so that the rows after one that closed epochs do not pay for it.
 * @param {Client} client
 */
export async function settleAllAccounts(client) {
  await client.query(`
    SET search_path = tipping_ledger;
    BEGIN;
    SELECT FROM holders_state FOR UPDATE;
    SELECT settle_accounts(ARRAY(SELECT id FROM account WHERE id >= ${FIRST_ID}));
    COMMIT;`);
}

/**
 * The same members and posts where the gateway's way leads: in auth, some of them signed in, and in posts.
 * @param {Client} client
 * @param {number} members
 */
export async function fillNeighbours(client, members) {
  await client.query(`
    SET session_replication_role = replica;
    INSERT INTO auth.member (id, username, email, public_token) OVERRIDING SYSTEM VALUE
      SELECT id, 'bench_' || id, NULL, 'bench' || id
      FROM generate_series(${FIRST_ID}, ${FIRST_ID + members - 1}) AS id;
    INSERT INTO posts.author (id, username, is_verified, version)
      SELECT id, 'bench_' || id, false, 1 FROM generate_series(${FIRST_ID}, ${FIRST_ID + members - 1}) AS id;
    INSERT INTO posts.post (id, author_id) OVERRIDING SYSTEM VALUE
      SELECT post_id, author_id FROM tipping_ledger.post_total;
    INSERT INTO posts.post_revision (post_id, title, body, status)
      SELECT id, 'Bench', 'Some words about it.', 'approved' FROM posts.post;
    UPDATE posts.post SET published_revision_id = r.id, latest_revision_id = r.id
      FROM posts.post_revision r WHERE r.post_id = post.id;
    INSERT INTO posts.post_rank (post_id) SELECT id FROM posts.post;
    RESET session_replication_role;`);
  await client.query(
    `INSERT INTO auth.session (token_hash, member_id) SELECT decode(hash, 'hex'), id
     FROM unnest($1::text[], $2::bigint[]) AS s (hash, id)`,
    [
      signedInMembers().map(({ token }) => createHash('sha256').update(token).digest('hex')),
      signedInMembers().map(({ id }) => id),
    ],
  );
  await client.query('VACUUM ANALYZE');
}

/** The members with a session, and their tokens. */
export const signedInMembers = () =>
  Array.from({ length: SIGNED_IN }, (_, index) => ({
    id: FIRST_ID + index * 2 + (index % 2),
    token: createHash('sha256').update(`bench ${index}`).digest('base64url'),
  }));

/**
 * Whom and what tips go from and to.
 * @typedef {object} Load
 * @property {() => number} post
 * @property {() => number} payer
 */

/**
 * Posts by Zipf's law with s = 1.1, as they are liked in life, or all tips to one post.
 * @param {number} members
 * @param {'spread' | 'hot'} kind
 * @returns {Load}
 */
export function loadOf(members, kind) {
  const payer = () => FIRST_ID + Math.floor(Math.random() * members);
  if (kind === 'hot') return { payer, post: () => 1 };
  const upTo = new Float64Array(members);
  let total = 0;
  for (let rank = 0; rank < members; rank += 1) upTo[rank] = total += (rank + 1) ** -1.1;
  const post = () => {
    const wanted = Math.random() * total;
    let [low, high] = [0, members - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((upTo[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
  return { payer, post };
}

let keys = 0;
/** A UUID of version 7, as browsers make them for us: the time first, so that the index grows at its end. */
export function newKey() {
  keys += 1;
  const time = Date.now().toString(16).padStart(12, '0');
  const tail = ((Math.random() * 2 ** 48) >>> 0).toString(16).padStart(8, '0');
  const low = (keys & 0xfff).toString(16).padStart(3, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${low}-8${tail.slice(0, 3)}-${tail.slice(3)}${((keys >>> 12) & 0xfffffff).toString(16).padStart(7, '0')}`;
}

/** Nano-LIKE of a tip: whole base units, at most 0.005 LIKE, so that nobody runs dry. */
export const newAmount = () => (1 + Math.floor(Math.random() * 5000)) * 1000;
