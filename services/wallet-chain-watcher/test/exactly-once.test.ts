import { inParallel } from '@likewell/testing/in-parallel';
import type { Keypair } from '@solana/web3.js';
import { REPORTS_AT_ONCE, WatcherUnderTest, type Member } from './watcher-under-test.js';

/** Number of signatures, each claimed twenty times; 1,000 in the full run. */
const SIGNATURES = Number(process.env.RACE_SIGNATURES ?? 40);
const CLAIMS_EACH = 20;

describe('a signature that everybody reports while two replicas scan', () => {
  let watcher: WatcherUnderTest;
  let member: Member;
  let wallet: Keypair;

  beforeAll(async () => {
    watcher = await WatcherUnderTest.start({ endpoints: 2, variables: { SCAN_INTERVAL_MS: '50' } });
    await watcher.addReplica();
    member = await watcher.newMember();
    wallet = watcher.newWallet(1_000_000);
  });
  afterAll(() => watcher.stop());

  it(`is credited once: ${SIGNATURES} × ${CLAIMS_EACH}`, async () => {
    const amounts = Array.from({ length: SIGNATURES }, (_, index) => BigInt(index + 1));
    const signatures: string[] = [];
    // Each is sent when its reports begin, so that all of them wait for its finality together.
    const reports = function* () {
      for (const amount of amounts) {
        const signature = watcher.deposit(wallet, amount, member.memo);
        signatures.push(signature);
        for (let claim = 0; claim < CLAIMS_EACH; claim += 1) yield signature;
      }
    };
    const said: Record<string, number> = {};
    await inParallel(reports(), REPORTS_AT_ONCE, async (signature) => {
      const outcome = await watcher
        .report(member, signature)
        .catch((error: unknown) => error as { code: string });
      const word = 'code' in outcome ? outcome.code : outcome.state;
      said[word] = (said[word] ?? 0) + 1;
    });
    // On a busy machine a report may be rejected or get no response, and be repeated; the scanner credits the
    // rest.
    await watcher.expectAllCredited(60_000);
    expect(
      Object.keys(said).filter(
        (word) => !['credited', 'waiting', 'OVERLOADED', 'UNAVAILABLE', 'DEADLINE_EXCEEDED'].includes(word),
      ),
    ).toEqual([]);
    await inParallel(signatures, 10, async (signature) => {
      expect(await watcher.report(member, signature)).toMatchObject({ state: 'credited' });
    });
    expect(await watcher.states()).toEqual({ credited: SIGNATURES });
    const { rows } = await watcher.ledger.schema.owner.query(
      `SELECT count(*)::integer AS credits FROM movement WHERE kind = 'deposit' AND to_id = $1`,
      [member.id],
    );
    expect(rows).toEqual([{ credits: SIGNATURES }]);
    expect(await watcher.gained(member)).toBe(amounts.reduce((sum, amount) => sum + amount * 1000n, 0n));
  }, 300_000);
});
