import type { Faults } from '@likewell/stand-in-bitcoin/faults';
import type { Chain } from '@likewell/stand-in-bitcoin/chain';
import type { DrawRunner } from '../src/drawing/draw-runner.js';
import { Clock } from '../src/storage/clock.js';
import { readProof } from '../src/storage/giveaways.js';
import {
  atNoonPlus,
  chainAround,
  CONFIRMED,
  GiveawayUnderTest,
  HOUR,
  MINUTE,
  NOON,
  SNAPSHOT,
} from './giveaway-under-test.js';

const DAY = 24 * HOUR;
let giveaway: GiveawayUnderTest;
let runner: DrawRunner;
let id: number;
afterEach(() => giveaway.stop());

/** A giveaway whose snapshot is taken, on sources with these chains; from here on the test takes every step. */
async function locked(chains: readonly Chain[], options: { sourceTimeoutMs?: number } = {}): Promise<void> {
  giveaway = await GiveawayUnderTest.start(chains, { drawsByItself: false, ...options });
  runner = giveaway.newRunner();
  id = await giveaway.enter(['alice', 'bob', 'carol']);
  await giveaway.setNow(SNAPSHOT);
  await goOnAt(SNAPSHOT);
}

/** Does all that is due at a time, and answers what is published then. */
async function goOnAt(time: Date) {
  await giveaway.setNow(time);
  while (await runner.step());
  return readProof(giveaway.database.read, id, await new Clock().now(giveaway.database.read));
}

const FAULTS: [string, Faults][] = (['tip', 'blocks'] as const).flatMap((endpoint) =>
  (['garbage', 'error', 'limited', 'redirect', 'endless', 'cut', 'hang'] as const).map(
    (fault): [string, Faults] => [`${endpoint}: ${fault}`, { endpoint: { [endpoint]: fault } }],
  ),
);

describe('a source', () => {
  it('that fails in any way settles nothing until it is well again', async () => {
    const chains = [chainAround(CONFIRMED), chainAround(CONFIRMED)] as const;
    // A source that hangs takes all of its time.
    await locked(chains, { sourceTimeoutMs: 4000 });
    const [, source] = giveaway.sources;
    if (!source) throw new Error('there are two');
    let minutes = 60;
    for (const [fault, faults] of [...FAULTS, ['forged', { forged: true }] as [string, Faults]]) {
      source.faults = faults;
      const before = source.requests;
      const proof = await goOnAt(atNoonPlus((minutes += 2) * MINUTE));
      expect([fault, proof.giveaway.status, proof.block]).toEqual([fault, 'locked', null]);
      expect([fault, source.requests]).not.toEqual([fault, before]);
    }
    source.faults = {};
    const proof = await goOnAt(atNoonPlus((minutes + 2) * MINUTE));
    expect(proof.giveaway.status).toBe('drawn');
    expect(proof.block).toMatchObject({ height: chains[0].tip - CONFIRMED.length + 1, kind: 'first-after' });
    expect(proof.block?.sources).toEqual(giveaway.sources.map(({ origin }) => origin));
    expect(proof.postponements).toEqual([]);
  });

  it('that is down puts the draw off at 18:00 by 24 hours, says so, and the next noon decides', async () => {
    const chains = [chainAround(CONFIRMED), chainAround(CONFIRMED)];
    await locked(chains);
    const [first, second] = giveaway.sources;
    await second?.close();
    expect((await goOnAt(atNoonPlus(HOUR))).giveaway.status).toBe('locked');
    expect((await goOnAt(atNoonPlus(6 * HOUR - 1))).giveaway.status).toBe('locked');
    const postponed = await goOnAt(atNoonPlus(6 * HOUR + MINUTE));
    expect(postponed.giveaway).toMatchObject({ status: 'postponed', drawAt: atNoonPlus(DAY).toISOString() });
    expect(postponed.postponements).toMatchObject([
      { drawAt: atNoonPlus(0).toISOString(), reason: 'unavailable' },
    ]);
    const said = postponed.postponements[0]?.said.map(({ answer }) => answer);
    expect(said).toEqual([
      expect.stringMatching(/^block \d+, [0-9a-f]{64}$/),
      expect.not.stringMatching(/^block/),
    ]);

    await second?.listen(0);
    const before = first?.requests;
    expect((await goOnAt(atNoonPlus(DAY - 1))).block).toBeNull();
    expect(first?.requests).toBe(before);
    for (const chain of chains)
      for (let time = HOUR; time <= DAY + 70 * MINUTE; time += 10 * MINUTE) chain.append(NOON + time + 1);
    const drawn = await goOnAt(atNoonPlus(DAY + 2 * HOUR));
    expect(drawn.block?.after.time).toBe(atNoonPlus(DAY + 1).toISOString());
    expect(drawn.winners).toHaveLength(2);
  });

  it('of a chain without six confirmations by 18:00 puts the draw off too', async () => {
    await locked([chainAround(CONFIRMED.slice(0, 3))]);
    const postponed = await goOnAt(atNoonPlus(6 * HOUR));
    expect(postponed.postponements).toEqual([]);
    expect((await goOnAt(atNoonPlus(7 * HOUR))).postponements).toMatchObject([
      { reason: 'unavailable', said: [{ answer: 'no block with 6 confirmations yet' }] },
    ]);
  });
});

describe('two sources', () => {
  it('that name different blocks put the draw off, and both are quoted', async () => {
    await locked([chainAround(CONFIRMED), chainAround(CONFIRMED, { salt: 'another' })]);
    expect((await goOnAt(atNoonPlus(HOUR))).block).toBeNull();
    const [postponement] = (await goOnAt(atNoonPlus(6 * HOUR + MINUTE))).postponements;
    expect(postponement?.reason).toBe('disagreement');
    expect(new Set(postponement?.said.map(({ answer }) => answer)).size).toBe(2);
  });

  it('of which one lags settle the block once both have it', async () => {
    const late = chainAround(CONFIRMED.slice(0, 2));
    const chain = chainAround(CONFIRMED);
    await locked([chain, late]);
    expect((await goOnAt(atNoonPlus(HOUR))).block).toBeNull();
    for (const time of CONFIRMED.slice(2)) late.append(NOON + time);
    expect((await goOnAt(atNoonPlus(HOUR + MINUTE))).block?.hash).toBe(
      chain.describe(chain.tip - CONFIRMED.length + 1)?.id,
    );
  });
});

it('a service that comes back days later gives its sources an hour, and draws by the block of the day', async () => {
  const chain = chainAround(CONFIRMED);
  await locked([chain]);
  const [source] = giveaway.sources;
  if (source) source.faults = { endpoint: { tip: 'error' } };
  expect((await goOnAt(atNoonPlus(3 * DAY))).giveaway.status).toBe('locked');
  if (source) source.faults = {};
  const drawn = await goOnAt(atNoonPlus(3 * DAY + 30 * MINUTE));
  expect(drawn.block?.height).toBe(chain.tip - CONFIRMED.length + 1);
  expect([drawn.postponements, drawn.winners.length]).toEqual([[], 2]);
});
