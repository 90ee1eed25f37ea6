import fc from 'fast-check';
import { burstCommands } from './bursts.js';
import { begin, beginnings } from './commands.js';
import { LedgerModel } from './ledger-model.js';
import { ModelWorld } from './model-world.js';

/**
 * A burst consists of many calls, so the number of sequences is a third of LEDGER_SEQUENCES (10,000 in
 * `make soak-ledger`).
 */
const SEQUENCES = Math.ceil(Number(process.env.LEDGER_SEQUENCES ?? 150) / 3);
/**
 * Largest number of times that so many sequences are played, until each case has occurred: after the first
 * time the rarest one is missing in one of fifty runs.
 */
const MAX_ROUNDS = 5;
const ROUND_MS = 60_000 + SEQUENCES * 4000;

/** Cases that only occur by chance: each in more than one of a hundred sequences. */
const KINDS = [
  ...[
    'tip',
    'tip INSUFFICIENT_FUNDS',
    'tip IDEMPOTENCY_KEY_REUSED',
    'batch of some tips',
    'open',
    'balance',
    'statement',
    'likes',
  ],
  ...[
    'deposit',
    'deposit SIGNATURE_REUSED',
    'claim',
    'claim NOT_UNCLAIMED',
    'close by hand',
    'close by clock',
  ],
  ...['close account', 'pay owed bonuses', 'fill the treasury', 'call sent again', 'claim SIGNATURE_REUSED'],
  ...['deposit', 'claim', 'bonus', 'supply', 'settlement', 'forfeit'].map((kind) => `movement: ${kind}`),
]
  .map((kind) => `concurrent ${kind}`)
  .concat('epoch closed among other calls', 'epoch closed by the clock among other calls');

let world: ModelWorld;
let played = 0;

beforeAll(async () => {
  world = await ModelWorld.start(2);
});
afterAll(() => world.stop());

const rareKinds = () => KINDS.filter((kind) => (world.counts.get(kind) ?? 0) <= played / 100);

it(
  `${SEQUENCES} sequences in which everything happens at the same time on two replicas are those of some order`,
  async () => {
    const everyResponseHasItsPlace = fc.asyncProperty(
      beginnings,
      burstCommands,
      async (beginning, sequence) => {
        const model = new LedgerModel(beginning.treasury);
        await begin(beginning, model, world);
        await fc.asyncModelRun(() => ({ model, real: world }), sequence);
        await world.expectSameAs(model);
      },
    );
    for (let round = 0; round < MAX_ROUNDS && (round === 0 || rareKinds().length > 0); round += 1) {
      const inTime = fc.interruptAfterTimeLimit(ROUND_MS, { failOnInterrupt: true });
      await fc.assert(everyResponseHasItsPlace, { numRuns: SEQUENCES, plugins: [inTime] });
      played += SEQUENCES;
    }
  },
  MAX_ROUNDS * (ROUND_MS + 20_000),
);

it('every kind of thing happened in them', () => {
  const counts = Object.fromEntries([...world.counts].sort());
  if (process.env.LEDGER_SEQUENCES) console.info(JSON.stringify(counts, null, 1));
  expect(rareKinds()).toEqual([]);
});
