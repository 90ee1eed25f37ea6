import { LIKE } from '../ledger-under-test.js';
import { memberIdAt, postIdAt } from './command.js';
import { begin } from './commands.js';
import { balanceCall, closeCall, depositCall, statementCall, tipCall } from './concurrent-calls.js';
import { LedgerModel } from './ledger-model.js';
import { ModelWorld } from './model-world.js';
import { playTogether } from './together.js';

/** Number of ledgers: enough for members' statements to stay on one page each. */
const LEDGERS = 6;
const ROUNDS = 5;
const READERS = 6;
const AT_ONCE = { isHeld: false, isKilled: false };

let world: ModelWorld;

beforeAll(async () => {
  world = await ModelWorld.start(2);
});
afterAll(() => world.stop());

it('statements and balances read while money moves are those of a moment, to the nano', async () => {
  for (let ledger = 0; ledger < LEDGERS; ledger += 1) {
    const model = new LedgerModel(120_000_000n * LIKE);
    await begin(
      { treasury: model.systemAccounts.treasury, referrers: [null, null, null], posts: [1] },
      model,
      world,
    );
    for (let round = 0; round < ROUNDS; round += 1) await readWhileMoneyMoves(round, model);
    await world.expectSameAs(model);
  }
  expect(world.counts.get('concurrent movement: settlement')).toBeGreaterThan(LEDGERS);
});

/** The holder's share of the last epoch is settled while other calls read the holder's statement and balance. */
async function readWhileMoneyMoves(round: number, model: LedgerModel): Promise<void> {
  const [payer, holder, other] = [memberIdAt(0), memberIdAt(2), memberIdAt(3)];
  const tip = (payerId: number, amountNano: bigint) =>
    tipCall({ key: model.freshKey(), payerId, postId: postIdAt(1), amountNano });
  await playTogether([[tip(payer, LIKE)]], AT_ONCE, model, world);
  await playTogether([[closeCall('hand')]], AT_ONCE, model, world);
  const deposit = { signature: `round ${round}`, memberId: holder, amountNano: LIKE };
  await playTogether(
    [
      ...Array.from({ length: READERS }, () => [
        statementCall(holder),
        statementCall(holder),
        balanceCall(holder),
      ]),
      [balanceCall(other), round % 2 === 0 ? tip(holder, LIKE) : depositCall(deposit)],
    ],
    AT_ONCE,
    model,
    world,
  );
}
