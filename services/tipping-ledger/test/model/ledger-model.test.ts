import fc from 'fast-check';
import { begin, beginnings, commands } from './commands.js';
import { FAULTS } from './faults.js';
import { LedgerModel } from './ledger-model.js';
import { ModelWorld } from './model-world.js';

/** Different sequences on each run; `make soak-ledger` runs 10,000. */
const SEQUENCES = Number(process.env.LEDGER_SEQUENCES ?? 150);
const TIMEOUT_MS = 60_000 + SEQUENCES * 1800;
/** Seeds that once found a defect, or that find a mutation of the SQL immediately. */
const REGRESSION_SEEDS = [1, 2, 3];

/** Cases that only occur by chance; each has found a mutation of the SQL that nothing else found. */
const RARE = [
  'payer whose tips were judged in order',
  'tip settled or repeated',
  'tip IDEMPOTENCY_KEY_REUSED',
  'epoch closed',
  'epoch closed by the clock',
  'period not over',
  'period without a share',
  'owed bonuses: all paid',
  'owed bonuses: some paid',
  'owed bonuses: none paid',
  'account closed with money',
  'account closed again',
  'claim claimed',
  'claim repeated',
  'claim SIGNATURE_REUSED',
  'claim NOT_UNCLAIMED',
  'claim MEMBER_LEFT',
  'claim ACCOUNT_NOT_OPEN',
];

/** A sequence waits for Postgres most of the time, so several run in parallel, each lane on a ledger of its own. */
const LANES = 3;

let worlds: ModelWorld[];

beforeAll(async () => {
  worlds = await Promise.all(Array.from({ length: LANES }, () => ModelWorld.start()));
});
afterAll(() => Promise.all(worlds.map((world) => world.stop())));

function expectAll(world: ModelWorld | undefined, parameters: { seed?: number; numRuns: number }) {
  if (!world) throw new RangeError('there is no such lane');
  const sequencesEndAsTheModelSays = fc.asyncProperty(beginnings, commands, async (beginning, sequence) => {
    const model = new LedgerModel(beginning.treasury);
    await begin(beginning, model, world);
    await fc.asyncModelRun(() => ({ model, real: world }), sequence);
    await world.expectSameAs(model);
  });
  return fc.assert(sequencesEndAsTheModelSays, {
    ...parameters,
    // The rest of the time is for shrinking a failing sequence.
    plugins: [fc.interruptAfterTimeLimit(TIMEOUT_MS - 20_000, { failOnInterrupt: true })],
  });
}

it.each(REGRESSION_SEEDS)(
  'sequences of seed %s end as the plain model says',
  async (seed) => {
    await expectAll(worlds[0], { seed, numRuns: 5 });
  },
  TIMEOUT_MS,
);

it(
  `${SEQUENCES} random sequences end as the plain model says, to the nano and through every fault`,
  async () => {
    const numRuns = Math.ceil(SEQUENCES / LANES);
    await Promise.all(worlds.map((world) => expectAll(world, { numRuns })));
  },
  TIMEOUT_MS,
);

it('every kind of thing happened in them', () => {
  const counts: Record<string, number> = {};
  for (const [what, count] of worlds.flatMap((world) => [...world.counts]).sort())
    counts[what] = (counts[what] ?? 0) + count;
  if (process.env.LEDGER_SEQUENCES) console.info(JSON.stringify(counts, null, 1));
  for (const fault of FAULTS) expect(counts[fault]).toBeGreaterThan(SEQUENCES / 20);
  for (const rare of RARE) expect(counts[rare]).toBeGreaterThan(SEQUENCES / 200);
});
