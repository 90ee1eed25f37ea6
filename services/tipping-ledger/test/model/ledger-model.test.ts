import fc from 'fast-check';
import { begin, beginnings, commands } from './commands.js';
import { FAULTS } from './faults.js';
import { LedgerModel } from './ledger-model.js';
import { ModelWorld } from './model-world.js';

/** Different sequences on each run; `make soak-ledger` runs 10,000. */
const SEQUENCES = Number(process.env.LEDGER_SEQUENCES ?? 150);
const TIMEOUT_MS = 60_000 + SEQUENCES * 1800;
const MORE_ROUNDS = 10;
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

const play = (sequences: number) =>
  Promise.all(worlds.map((world) => expectAll(world, { numRuns: Math.ceil(sequences / LANES) })));

const countOf = (kind: string) => worlds.reduce((sum, { counts }) => sum + (counts.get(kind) ?? 0), 0);
const rareKinds = () => [
  ...FAULTS.filter((fault) => countOf(fault) <= SEQUENCES / 20),
  ...RARE.filter((kind) => countOf(kind) <= SEQUENCES / 200),
];

it(
  `${SEQUENCES} random sequences end as the plain model says, to the nano and through every fault`,
  async () => {
    await play(SEQUENCES);
    // Chance may leave out a kind.
    for (let round = 0; round < MORE_ROUNDS && rareKinds().length > 0; round += 1)
      await play(SEQUENCES / MORE_ROUNDS);
  },
  2 * TIMEOUT_MS,
);

it('every kind of thing happened in them', () => {
  if (process.env.LEDGER_SEQUENCES)
    console.info(
      JSON.stringify(Object.fromEntries([...FAULTS, ...RARE].map((kind) => [kind, countOf(kind)])), null, 1),
    );
  expect(rareKinds()).toEqual([]);
});
