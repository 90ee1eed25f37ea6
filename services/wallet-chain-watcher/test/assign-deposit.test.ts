import { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { UserFacingError } from '@likewell/service-kit/process/cli-arguments';
import { operatorRules } from '@likewell/service-kit/process/operator-arguments';
import { runScript } from '@likewell/testing/node-process';
import { untilSoManyWait } from '@likewell/testing/until-so-many-wait';
import type { Keypair } from '@solana/web3.js';
import bs58 from 'bs58';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { assignDeposit } from '../src/cli/assign-deposit-command.js';
import { signatureHex } from '../src/solana/signature.js';
import { lockLinks } from '../src/wallets/link-lock.js';
import { WatcherUnderTest, type Member } from './watcher-under-test.js';

const LIKE = 1_000_000n;
const NANO = 1000n;
const BY = ['by=anna', 'why=Shown by a withdrawal of 1.0734 LIKE'];

let watcher: WatcherUnderTest;
let member: Member;
let other: Member;
/** A wallet that nobody has linked, such as an exchange's. */
let wallet: Keypair;

beforeAll(async () => {
  watcher = await WatcherUnderTest.start();
});
afterAll(() => watcher.stop());
beforeEach(async () => {
  [member, other] = [await watcher.newMember(), await watcher.newMember()];
  wallet = watcher.newWallet();
});
afterEach(() => watcher.expectAllCredited());

const nameOf = ({ id }: Member) => `member_${id}`;
const wordsFor = (signature: string, to: Member) => [`tx=${signature}`, `user=${nameOf(to)}`, ...BY];
/** Runs the command, in production or on a laptop. */
const run = (words: string[], environment: 'production' | 'development' = 'production') =>
  watcher.operate(
    (database, given) =>
      assignDeposit({ database, rpc: watcher.bus, rules: operatorRules(environment) }, given),
    ...words,
  );
/** Runs the command as a process. */
const runProcess = (words: string[], variables: Record<string, string> = {}) =>
  runScript(
    join(import.meta.dirname, '..'),
    'cli/assign-deposit',
    { ...watcher.settings, DATABASE_URL: watcher.service.schema.url, HEALTH_PORT: '0', ...variables },
    words,
  );
const assign = (signature: string, to: Member) => run(wordsFor(signature, to));
/** Sends a deposit that nobody owns, and waits until it is kept as one. */
async function keep(like: bigint): Promise<string> {
  const signature = watcher.finalDeposit(wallet, like * LIKE);
  await watcher.expectState(signature, 'unclaimed');
  return signature;
}
async function expectRefused(words: string[], sentence: string): Promise<void> {
  const failed = run(words);
  await expect(failed).rejects.toThrow(UserFacingError);
  await expect(failed).rejects.toThrow(sentence);
}
const assignmentsOf = async (signature: string) => {
  const sql = `SELECT member_id::integer AS "memberId", operator, reason FROM deposit_assignment
    WHERE signature = decode($1, 'hex')`;
  return (await watcher.owner.query(sql, [signatureHex(signature)])).rows;
};
const unresponsive = { call: () => Promise.reject(new AppError(commonErrors.UNAVAILABLE)) };

describe('a deposit whose wallet cannot sign', () => {
  it('is assigned to a member by an operator once, which is kept', async () => {
    const signature = await keep(5n);
    const command = () => runProcess(wordsFor(signature, member));
    expect(await command()).toContain(`5 LIKE is ${nameOf(member)}'s`);
    await watcher.expectState(signature, 'claimed');
    expect(await command()).toBe(`It is ${nameOf(member)}'s already; nothing has changed.\n`);
    expect(await watcher.gained(member)).toBe(5n * LIKE * NANO);
    expect(await watcher.report(member, signature)).toMatchObject({ state: 'credited' });
    const [, why] = BY.map((word) => word.slice(word.indexOf('=') + 1));
    expect(await assignmentsOf(signature)).toEqual([{ memberId: member.id, operator: 'anna', reason: why }]);
  });

  it('is assigned to one of two members, however their operators race', async () => {
    const signature = await keep(5n);
    const outcomes = await Promise.allSettled([assign(signature, member), assign(signature, other)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await watcher.expectState(signature, 'claimed');
    expect((await watcher.gained(member)) + (await watcher.gained(other))).toBe(5n * LIKE * NANO);
    expect(await assignmentsOf(signature)).toHaveLength(1);
  });

  it('is assigned while deposits are paused, and credited after that', async () => {
    const signature = await keep(5n);
    await watcher.switchDeposits('pause');
    await assign(signature, member);
    await watcher.expectState(signature, 'claiming');
    expect(await assign(signature, member)).toContain('already');
    await watcher.switchDeposits('resume');
    await watcher.expectState(signature, 'claimed');
    expect(await watcher.gained(member)).toBe(5n * LIKE * NANO);
  });
});

describe('an operator assigns no deposit', () => {
  it('that another member has, and is told who', async () => {
    const [credited, assigned] = [watcher.finalDeposit(wallet, LIKE, other.memo), await keep(2n)];
    await watcher.expectState(credited, 'credited');
    await assign(assigned, other);
    for (const signature of [credited, assigned])
      await expectRefused(wordsFor(signature, member), `It is ${nameOf(other)}'s already.`);
    await watcher.expectState(assigned, 'claimed');
    await expectRefused(wordsFor(assigned, member), `It is ${nameOf(other)}'s already.`);
    expect(await watcher.gained(member)).toBe(0n);
  });

  it('that was credited to the member themself', async () => {
    const signature = watcher.finalDeposit(wallet, LIKE, member.memo);
    await watcher.expectState(signature, 'credited');
    await expectRefused(wordsFor(signature, member), `It is ${nameOf(member)}'s already.`);
    expect(await assignmentsOf(signature)).toEqual([]);
  });

  it('that a wallet of another member has sent, also one that is being linked', async () => {
    const signature = await keep(5n);
    let refused: Promise<unknown> = Promise.resolve();
    await watcher.operate((database) =>
      database.transaction(async (tx) => {
        await lockLinks(tx, 'exclusive');
        refused = expectRefused(
          wordsFor(signature, member),
          `A wallet that sent it is linked to ${nameOf(other)}, and can claim it.`,
        );
        await untilSoManyWait(watcher.service.schema, 1);
        await tx.query('INSERT INTO wallet (address, member_id) VALUES ($1, $2)', [
          wallet.publicKey.toBase58(),
          other.id,
        ]);
        return '';
      }),
    );
    await refused;
    await watcher.expectState(signature, 'unclaimed');
    expect(await watcher.claim(other, wallet)).toMatchObject({ claimed: 1 });
  });

  it('that is being booked, which takes as long as deposits are paused', async () => {
    await watcher.switchDeposits('pause');
    const signature = watcher.finalDeposit(wallet, LIKE);
    await watcher.expectState(signature, 'judged');
    const sql = 'INSERT INTO wallet (address, member_id) VALUES ($1, $2)';
    await watcher.owner.query(sql, [wallet.publicKey.toBase58(), other.id]);
    await expectRefused(wordsFor(signature, member), 'It is being booked: try again in a minute or,');
    await watcher.switchDeposits('resume');
    await watcher.expectState(signature, 'claimed');
  });

  it('that is none, or is not judged yet', async () => {
    const [paid, none] = [watcher.newWallet(), watcher.send([watcher.openAccount(wallet)], wallet)];
    watcher.solana.skipSlots();
    await watcher.expectState(none, 'nothing');
    await expectRefused(wordsFor(none, member), 'This transaction brought no LIKE to our accounts.');
    for (const endpoint of watcher.endpoints)
      endpoint.setFaults({ methods: ['getTransaction'], response: 500 });
    const seen = watcher.finalDeposit(paid, LIKE);
    await watcher.expectState(seen, 'seen');
    await expectRefused(wordsFor(seen, member), 'This transaction is not judged yet.');
    for (const endpoint of watcher.endpoints) endpoint.setFaults({});
    await watcher.expectState(seen, 'unclaimed', 30_000);
    const unknown = bs58.encode(randomBytes(64));
    await expectRefused(wordsFor(unknown, member), 'No transaction of this signature has come');
  });

  it('to nobody, to a former name, or without a word on who they are and why', async () => {
    const [tx = '', user = '', by = '', why = ''] = wordsFor(await keep(5n), member);
    await expectRefused(['tx=abc', user, by, why], 'tx is no signature of a transaction on Solana.');
    await expectRefused([user, by, why], 'Say which deposit: tx=');
    await expectRefused([tx, by, why], 'Say whose it is: user=');
    await expectRefused([tx, 'user=nobody', by, why], 'There is no member "nobody"');
    const former = `user=former_${member.id}`;
    await expectRefused([tx, former, by, why], `is a former name of ${nameOf(member)}.`);
    const long = `user=${'a'.repeat(101)}`;
    await expectRefused([tx, long, by, why], 'No member has a name this long.');
    await expectRefused([tx, user, why], 'Say who you are, which is kept: by=');
    await expectRefused([tx, user, by], 'Say why, which is kept: why=');
    expect(await run([tx, user], 'development')).toContain('5 LIKE is');
  });

  it('while NATS does not respond', async () => {
    const failed = runProcess(wordsFor(await keep(5n), member), { NATS_URL: 'nats://127.0.0.1:1' });
    await expect(failed).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('NATS, by which members are looked up, does not respond.'),
    });
  });

  it('while auth, which knows the members, does not respond', async () => {
    const failed = watcher.operate(
      (database, given) =>
        assignDeposit({ database, rpc: unresponsive, rules: operatorRules('production') }, given),
      ...wordsFor(await keep(5n), member),
    );
    await expect(failed).rejects.toThrow(UserFacingError);
    await expect(failed).rejects.toThrow('Auth, which knows the members, does not respond.');
  });
});

it('what is kept of an assignment cannot be changed by the service', async () => {
  await assign(await keep(1n), member);
  const service = new pg.Client({ connectionString: watcher.service.schema.url });
  await service.connect();
  try {
    for (const statement of [
      `UPDATE deposit_assignment SET operator = 'bert'`,
      'DELETE FROM deposit_assignment',
      'TRUNCATE deposit_assignment',
      `INSERT INTO deposit_assignment (at, signature, member_id, operator) SELECT '2020-01-01', signature, 1000, 'bert' FROM deposit`,
    ])
      await expect(service.query(statement)).rejects.toMatchObject({ code: '42501' });
  } finally {
    await service.end();
  }
});
