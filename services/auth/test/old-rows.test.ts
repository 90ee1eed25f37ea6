import { changeUsername } from '@likewell/contracts/auth/profile-rpc';
import { awayFromMidnight } from '@likewell/testing/away-from-midnight';
import { eventually } from '@likewell/testing/eventually';
import { AuthUnderTest } from './auth-under-test.js';

const HASH = 'sha256(m.username::bytea)';

/** Tables with their column of time, how long after it a row stays, and what else a row of a member `m` has. */
const TABLES = [
  ['use_count', 'expires_at', '0 s', { key: 'm.username', window_number: '0', current: '1', previous: '0' }],
  ['wrong_password', 'guessed_at', '1 day', { account: 'm.username', network: `''`, guesses: '1' }],
  ['known_network', 'signed_in_at', '90 days', { member_id: 'm.id', network: `''` }],
  ['wallet_nonce', 'created_at', '5 minutes', { nonce: 'm.username', host: `''` }],
  ['wallet_message', 'signed_in_at', '1 day', { address: 'm.username', message: `''` }],
  [
    'second_factor_ticket',
    'created_at',
    '5 minutes',
    { ticket_hash: HASH, member_id: 'm.id', method: `'password'` },
  ],
  ['passkey_challenge', 'created_at', '5 minutes', { challenge_hash: HASH, purpose: `'add'` }],
  [
    'google_attempt',
    'created_at',
    '10 minutes',
    {
      state_hash: HASH,
      browser_hash: `sha256('')`,
      nonce: `''`,
      code_verifier: `''`,
      redirect_uri: `''`,
    },
  ],
  ['google_proof', 'created_at', '5 minutes', { token_hash: HASH, subject: `''` }],
  [
    'mail_link',
    'expires_at',
    '0 s',
    {
      token_hash: HASH,
      purpose: `'verify-email'`,
      member_id: 'm.id',
      email: `''`,
    },
  ],
  ['email_change', 'expires_at', '0 s', { member_id: 'm.id', new_email: `''`, old_is_confirmed: 'true' }],
  [
    'mail',
    'finished_at',
    '30 days',
    {
      message_id: `'<' || m.username || '@likewell.test>'`,
      template: `'reset-password'`,
      status: `'sent'`,
      useful_until: 'now()',
    },
  ],
] as const;

let world: AuthUnderTest;
beforeAll(async () => {
  world = await AuthUnderTest.start();
  const { owner } = world.service.schema;
  await owner.query(
    `INSERT INTO member (username, public_token) VALUES ('younger', 'younger'), ('older', 'older')`,
  );
  for (const [table, time, kept, others] of TABLES)
    await owner.query(
      `INSERT INTO ${table} (${[time, ...Object.keys(others)].join()})
       SELECT now() - interval '${kept}' + interval '2 minutes' * CASE username WHEN 'younger' THEN 1 ELSE -1 END,
         ${Object.values(others).join()} FROM member m`,
    );
  await world.service.addReplica();
});
afterAll(() => world.stop());

it.each(TABLES)('of %s is deleted what is past its %s by %s, and nothing else', async (table, time, kept) => {
  await eventually(async () => {
    const { rows } = await world.service.schema.owner.query(
      `SELECT ${time} > now() - interval '${kept}' AS "isYounger" FROM ${table}`,
    );
    expect(rows).toEqual([{ isYounger: true }]);
  });
});

it('a use is kept for as long as it counts: through the window after its own', async () => {
  await awayFromMidnight(30_000);
  const { memberId } = await world.newMember();
  await world.service.bus.call(changeUsername, { memberId, username: world.newName() });
  const { rows } = await world.service.schema.owner.query(
    `SELECT expires_at > now() + interval '1 day' AS "isKept" FROM use_count WHERE key = $1`,
    [`username:${memberId}`],
  );
  expect(rows).toEqual([{ isKept: true }]);
});
