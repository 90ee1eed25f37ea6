import fc from 'fast-check';
import { begin, beginnings, commands, type Beginning } from './commands.js';
import { FAULTS } from './faults.js';
import { LedgerModel } from './ledger-model.js';
import { ModelWorld } from './model-world.js';

/** 300 take about half a minute; `make soak-ledger` asks for 10,000. */
const SEQUENCES = Number(process.env.LEDGER_SEQUENCES ?? 300);
const TIMEOUT_MS = 60_000 + SEQUENCES * 500;
/** Seeds that once found something, or would find a mutation of the SQL at once. */
const REGRESSION_SEEDS = [1, 2, 3];

let world: ModelWorld;

beforeAll(async () => {
  world = await ModelWorld.start();
}, 30_000);
afterAll(() => world.stop());

const sequencesEndAsTheModelSays = fc.asyncProperty(beginnings, commands, async (beginning, sequence) => {
  const model = new LedgerModel(beginning.treasury);
  await begin(beginning, model, world);
  await fc.asyncModelRun(() => ({ model, real: world }), sequence);
  await world.expectSameAs(model);
});

function expectAll(
  parameters: fc.Parameters<[Beginning, Iterable<fc.AsyncCommand<LedgerModel, ModelWorld>>]>,
) {
  return fc.assert(sequencesEndAsTheModelSays, {
    ...parameters,
    // What is left of the time goes into making a failing sequence shorter.
    interruptAfterTimeLimit: TIMEOUT_MS - 20_000,
    markInterruptAsFailure: true,
  });
}

it.each(REGRESSION_SEEDS)(
  'sequences of seed %s end as the plain model says',
  async (seed) => {
    await expectAll({ seed, numRuns: 5 });
  },
  TIMEOUT_MS,
);

it(
  `${SEQUENCES} random sequences end as the plain model says, to the nano and through every fault`,
  async () => {
    await expectAll({ numRuns: SEQUENCES });
  },
  TIMEOUT_MS,
);

it('every kind of thing happened in them', () => {
  const counts = Object.fromEntries([...world.counts].sort());
  if (process.env.LEDGER_SEQUENCES) console.info(JSON.stringify(counts, null, 1));
  for (const fault of FAULTS) expect(counts[fault]).toBeGreaterThan(SEQUENCES / 20);
});
