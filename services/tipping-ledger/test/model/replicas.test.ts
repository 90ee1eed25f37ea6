import { AppError } from '@likewell/contracts/core/app-error';
import { creditDeposit, getLikesSum } from '@likewell/contracts/tipping-ledger/rpc';
import { setTimeout } from 'node:timers/promises';
import type { ServiceUnderTest } from '@likewell/testing/start-service';
import { LedgerUnderTest, LIKE } from '../ledger-under-test.js';

/** Two seconds in `make test`, sixty in `make soak-ledger`. */
const SECONDS = Number(process.env.LEDGER_LOAD_SECONDS ?? 2);
const CLIENTS = 64;
const MEMBERS = 100;
const AUTHORS = 40;
const EPOCH_MS = 250;

let service: ServiceUnderTest;
let ledger: LedgerUnderTest;
let members: number[];
let posts: number[];

beforeAll(async () => {
  ({ service, ledger } = await LedgerUnderTest.start());
  await service.addReplica();
  members = await ledger.openMembers(MEMBERS);
  posts = await Promise.all(members.slice(0, AUTHORS).map((author) => ledger.publishPost(author)));
});
afterAll(() => service.stop());

/** Returns an index below `count`; the first ones are the most frequent, as on any site. */
function zipf(count: number): number {
  return Math.min(count - 1, Math.floor(count ** Math.random()) - 1);
}

const pick = <T>(items: readonly T[], index: number): T => {
  const item = items[index];
  if (item === undefined) throw new RangeError(`nothing is at ${index}`);
  return item;
};

it(
  `two replicas settle the tips of ${CLIENTS} clients for ${SECONDS} s; nobody sees an error but a lack of funds`,
  async () => {
    const likes = new Map<number, bigint>();
    const tipIds = new Set<number>();
    const errors = new Map<string, number>();
    let deposits = 0n;
    let epochs = 0;
    const end = Date.now() + SECONDS * 1000;

    const clients = Array.from({ length: CLIENTS }, async (_, client) => {
      for (let turn = 0; Date.now() < end; turn += 1) {
        const postIndex = zipf(AUTHORS);
        // Any member except the author, so that members pay and are paid at the same time.
        const payer = pick(members, (postIndex + 1 + Math.floor(Math.random() * (MEMBERS - 1))) % MEMBERS);
        const postId = pick(posts, postIndex);
        const amountNano = BigInt(1 + Math.floor(Math.random() * 3_000_000)) * 1000n;
        try {
          tipIds.add((await ledger.tip(payer, postId, amountNano)).tipId);
          likes.set(postId, (likes.get(postId) ?? 0n) + amountNano);
        } catch (error) {
          const code = error instanceof AppError ? error.code : String(error);
          errors.set(code, (errors.get(code) ?? 0) + 1);
        }
        if (turn % 50 === 49) {
          const deposit = { signature: `${client}:${turn}`, memberId: payer, amountNano: 5n * LIKE };
          await ledger.bus.call(creditDeposit, deposit);
          deposits += deposit.amountNano;
        }
      }
    });
    const closing = (async () => {
      while (Date.now() < end) {
        if ((await ledger.closeEpoch()) !== null) epochs += 1;
        await setTimeout(EPOCH_MS);
      }
    })();
    await Promise.all([...clients, closing]);

    expect([...errors.keys()].filter((code) => code !== 'INSUFFICIENT_FUNDS')).toEqual([]);
    expect(epochs).toBeGreaterThan(0);
    expect(tipIds.size).toBeGreaterThan(0);
    for (const postId of posts)
      expect(await ledger.bus.call(getLikesSum, { postId })).toEqual({
        likesSumNano: likes.get(postId) ?? 0n,
      });
    const { rows } = await ledger.schema.owner.query<Record<string, string>>(`
    SELECT (SELECT count(*) FROM tip) AS tips, (SELECT sum(amount) FROM tip) AS tipped,
      (SELECT sum(amount) FROM movement WHERE kind = 'deposit') AS deposited`);
    const tipped = [...likes.values()].reduce((sum, amount) => sum + amount, 0n);
    expect(rows).toEqual([
      {
        tips: String(tipIds.size),
        tipped: String(tipped),
        deposited: deposits === 0n ? null : String(deposits),
      },
    ]);
    await ledger.expectBalancedBooks();
    if (process.env.LEDGER_LOAD_SECONDS)
      console.info(
        `${tipIds.size} tips, ${errors.get('INSUFFICIENT_FUNDS') ?? 0} not covered, ${epochs} epochs`,
      );
  },
  60_000 + SECONDS * 1000,
);
