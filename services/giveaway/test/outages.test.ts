import type { Faults } from '@likewell/stand-in-bitcoin/faults';
import type { Chain } from '@likewell/stand-in-bitcoin/chain';
import type { BitcoinStandIn } from '@likewell/stand-in-bitcoin/stand-in';
import { eventually } from '@likewell/testing/eventually';
import type { DrawRunner } from '../src/draws/draw-runner.js';
import { listGiveaways } from '../src/cli/list-giveaways.js';
import { DrawsService } from '../src/draws/draws.service.js';
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

/** Creates a giveaway whose snapshot is taken, on sources with these chains; from here on the test runs every step. */
async function locked(chains: readonly Chain[], options: { sourceTimeoutMs?: number } = {}): Promise<void> {
  giveaway = await GiveawayUnderTest.start(chains, { hasService: false, ...options });
  runner = giveaway.newRunner();
  id = await giveaway.enter(['alice', 'bob', 'carol']);
  await giveaway.setNow(SNAPSHOT);
  await goOnAt(SNAPSHOT);
}

/** Runs all steps that are due at a time, and returns what is published then. */
async function goOnAt(time: Date) {
  await giveaway.setNow(time);
  while (await runner.step());
  const { database, giveaways, clock } = giveaway.operator;
  return new DrawsService(database, giveaways, clock).proof(id);
}

/**
 * Tries every `everyMinutes` minutes from one time to another, in seconds after noon. Returns what is
 * published then.
 */
async function tryOn(from: number, until: number, everyMinutes = 2) {
  for (let seconds = from; seconds < until; seconds += everyMinutes * MINUTE)
    await goOnAt(atNoonPlus(seconds));
  return goOnAt(atNoonPlus(until));
}

const FAULTS: [string, Faults][] = (['tip', 'blocks'] as const).flatMap((endpoint) =>
  (['garbage', 'error', 'limited', 'redirect', 'endless', 'cut', 'hang'] as const).map(
    (fault): [string, Faults] => [`${endpoint}: ${fault}`, { endpoint: { [endpoint]: fault } }],
  ),
);

describe('a source', () => {
  it('asked in vain while the clock was days ahead is asked again once the clock is right', async () => {
    await locked([chainAround(CONFIRMED), chainAround(CONFIRMED)]);
    for (const source of giveaway.sources) source.faults = { endpoint: { tip: 'error' } };
    expect((await goOnAt(atNoonPlus(2 * DAY))).block).toBeNull();
    for (const source of giveaway.sources) source.faults = {};
    const proof = await goOnAt(atNoonPlus(2 * HOUR));
    expect(proof.giveaway.status).toBe('drawn');
    expect(proof.postponements).toEqual([]);
  });

  it('asked in vain also after the clock is right again postpones the draw on the day of its noon', async () => {
    await locked([chainAround(CONFIRMED), chainAround(CONFIRMED)]);
    for (const source of giveaway.sources) source.faults = { endpoint: { tip: 'error' } };
    await goOnAt(atNoonPlus(2 * DAY));
    const proof = await tryOn(HOUR, 11 * HOUR);
    expect(proof.postponements).toHaveLength(1);
  });

  it('that fails in any way settles nothing until it is well again', async () => {
    const chains = [chainAround(CONFIRMED), chainAround(CONFIRMED)] as const;
    // A source that hangs takes its full timeout.
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
    expect(proof.block?.sources).toEqual(giveaway.sources.map(({ origin }) => new URL(origin).host));
    expect(proof.postponements).toEqual([]);
  });

  it('that is down puts the draw off at 18:00 by 24 hours, says so, and the next noon decides', async () => {
    const chains = [chainAround(CONFIRMED), chainAround(CONFIRMED)];
    await locked(chains);
    const [first, second] = giveaway.sources;
    await second?.close();
    expect((await tryOn(4 * HOUR, 6 * HOUR - 1)).giveaway.status).toBe('locked');
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
    const [shown, why, ...rest] = (await listGiveaways(giveaway.operator)).split('\n');
    expect(shown).toMatch(/postponed {2}2026-11-20 +3 entries +Giveaway 1$/);
    expect(why).toMatch(
      /^ +no draw Sat, Nov 21 2026, 12:00 EST: not every source .* \[.*: block \d+, .*\] \[.*\]$/,
    );
    expect(rest.map((line) => line.trim())).toEqual(['draw    Sun, Nov 22 2026, 12:00 EST']);

    await second?.listen(0);
    const before = first?.requests;
    expect((await goOnAt(atNoonPlus(DAY - 1))).block).toBeNull();
    expect(first?.requests).toBe(before);
    for (const chain of chains)
      for (let time = HOUR; time <= DAY + 70 * MINUTE; time += 10 * MINUTE) chain.append(NOON + time + 1);
    const drawn = await goOnAt(atNoonPlus(DAY + 2 * HOUR));
    expect(drawn.block?.after.time).toBe(atNoonPlus(DAY + 1).toISOString());
    expect(drawn.winners).toHaveLength(2);
    expect(await listGiveaways(giveaway.operator)).not.toContain('no draw');
  });

  it('of a chain without six confirmations by 18:00 puts the draw off too', async () => {
    await locked([chainAround(CONFIRMED.slice(0, 3))]);
    expect((await tryOn(6 * HOUR, 7 * HOUR - 1)).postponements).toEqual([]);
    expect((await goOnAt(atNoonPlus(7 * HOUR + MINUTE))).postponements).toMatchObject([
      { reason: 'unavailable', said: [{ answer: 'no block with 6 confirmations yet' }] },
    ]);
  });
});

describe('two sources', () => {
  it('that name different blocks put the draw off, and both are quoted', async () => {
    await locked([chainAround(CONFIRMED), chainAround(CONFIRMED, { salt: 'another' })]);
    expect((await tryOn(5 * HOUR, 6 * HOUR - 1)).block).toBeNull();
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

describe('a service that was away', () => {
  const chain = chainAround(CONFIRMED);
  let source: BitcoinStandIn;
  beforeEach(async () => {
    await locked([chain]);
    [source] = giveaway.sources as [BitcoinStandIn];
    source.faults = { endpoint: { tip: 'error' } };
  });

  it('and comes back days later gives its sources an hour, and draws by the block of the day', async () => {
    expect((await goOnAt(atNoonPlus(3 * DAY))).giveaway.status).toBe('locked');
    source.faults = {};
    const drawn = await goOnAt(atNoonPlus(3 * DAY + 30 * MINUTE));
    expect(drawn.block?.height).toBe(chain.tip - CONFIRMED.length + 1);
    expect([drawn.postponements, drawn.winners.length]).toEqual([[], 2]);
  });

  it('after it had tried gives them the hour all the same', async () => {
    await goOnAt(atNoonPlus(MINUTE));
    // Away until the next morning, then back for an hour minus the three minutes that its first pause counts
    // for.
    expect((await tryOn(20 * HOUR, 21 * HOUR - 4 * MINUTE)).postponements).toEqual([]);
    expect((await goOnAt(atNoonPlus(21 * HOUR))).postponements).toHaveLength(1);
  });

  it('again and again gives them an hour of tries in all', async () => {
    for (const hours of [7, 9, 11, 13])
      expect((await tryOn(hours * HOUR, hours * HOUR + 12 * MINUTE)).postponements).toEqual([]);
    // Four times twelve minutes, and three pauses that count for three minutes each: three more minutes are
    // missing.
    expect((await goOnAt(atNoonPlus(15 * HOUR - MINUTE))).postponements).toHaveLength(1);
  });

  it('from noon until shortly before 18:00 puts the draw off an hour after it came back', async () => {
    await goOnAt(atNoonPlus(0));
    expect((await tryOn(6 * HOUR - 10 * MINUTE, 6 * HOUR + 45 * MINUTE)).postponements).toEqual([]);
    expect((await goOnAt(atNoonPlus(6 * HOUR + 47 * MINUTE))).postponements).toHaveLength(1);
  });

  it('for an hour at noon puts the draw off at 18:00', async () => {
    await goOnAt(atNoonPlus(0));
    expect((await tryOn(HOUR, 6 * HOUR - 1, 3)).postponements).toEqual([]);
    expect((await goOnAt(atNoonPlus(6 * HOUR + MINUTE))).postponements).toHaveLength(1);
  });
});

it('a draw that is put off days later passes each noon whose block may be known by then', async () => {
  const chain = chainAround(CONFIRMED);
  for (let time = HOUR; time <= 3 * DAY + HOUR; time += 10 * MINUTE) chain.append(NOON + time + 1);
  await locked([chain]);
  const [source] = giveaway.sources as [BitcoinStandIn];
  source.faults = { endpoint: { tip: 'error' } };
  expect((await tryOn(3 * DAY, 3 * DAY + HOUR - 2 * MINUTE)).postponements).toEqual([]);
  await goOnAt(atNoonPlus(3 * DAY + 62 * MINUTE));
  source.faults = {};
  const { giveaway: putOff, block, postponements } = await goOnAt(atNoonPlus(3 * DAY + 64 * MINUTE));
  expect(block).toBeNull();
  expect(putOff).toMatchObject({ status: 'postponed', drawAt: atNoonPlus(4 * DAY).toISOString() });
  expect(postponements).toMatchObject([
    { drawAt: atNoonPlus(0).toISOString(), reason: 'unavailable', said: [{}] },
    // Nobody asked about these.
    ...[1, 2, 3].map((days) => ({
      drawAt: atNoonPlus(days * DAY).toISOString(),
      reason: 'unavailable',
      said: [],
    })),
  ]);
  for (let time = 3 * DAY + 2 * HOUR; time <= 4 * DAY + HOUR; time += 10 * MINUTE) chain.append(NOON + time);
  const drawn = await goOnAt(atNoonPlus(4 * DAY + 2 * HOUR));
  expect(drawn.block?.after.time).toBe(atNoonPlus(4 * DAY + 10 * MINUTE).toISOString());
});

it('a process that stood still while a source answered has not tried meanwhile', async () => {
  await locked([chainAround(CONFIRMED)], { sourceTimeoutMs: 4000 });
  const [source] = giveaway.sources as [BitcoinStandIn];
  source.faults = { endpoint: { tip: 'hang' } };
  const before = source.requests;
  await giveaway.setNow(atNoonPlus(5 * HOUR));
  const step = runner.step();
  await eventually(() => expect(source.requests).toBeGreaterThan(before));
  await giveaway.setNow(atNoonPlus(20 * HOUR));
  await step;
  source.faults = {};
  expect((await goOnAt(atNoonPlus(20 * HOUR))).postponements).toEqual([]);
});

describe('a proof that is read while the draw goes on', () => {
  /** Returns the proof by a reader between whose first and second query `meanwhile` happens. */
  async function proofWhile(meanwhile: () => Promise<unknown>) {
    const { database, giveaways, clock } = giveaway.operator;
    const find = async (giveawayId: number) => {
      const row = await giveaways.find(giveawayId);
      await meanwhile();
      return row;
    };
    return new DrawsService(database, Object.assign(Object.create(giveaways), { find }), clock).proof(id);
  }

  it('has no winners without their seed', async () => {
    await locked([chainAround(CONFIRMED)]);
    expect(await proofWhile(() => goOnAt(atNoonPlus(HOUR)))).toMatchObject({ seed: null, winners: [] });
  });

  it('has as many postponements as its noon says', async () => {
    await locked([chainAround([])]);
    await tryOn(5 * HOUR, 6 * HOUR - 1);
    const { giveaway: read, postponements } = await proofWhile(() => goOnAt(atNoonPlus(6 * HOUR + MINUTE)));
    expect([read.drawAt, postponements]).toEqual([atNoonPlus(0).toISOString(), []]);
    expect((await proofWhile(() => Promise.resolve())).postponements).toHaveLength(1);
  });
});

it('a draw whose block is settled does not wait for the sources of another one', async () => {
  await locked([chainAround(CONFIRMED)]);
  const [source] = giveaway.sources as [BitcoinStandIn];
  const settled = id;
  await giveaway.setNow(new Date('2026-11-01T12:00:00Z'));
  id = await giveaway.enter(['dave', 'erin']);
  await goOnAt(SNAPSHOT);
  await giveaway.setNow(atNoonPlus(HOUR));
  expect(await runner.step()).toBe(true);
  const { requests } = source;
  expect(await runner.step()).toBe(true);
  expect(source.requests).toBe(requests);
  expect((await giveaway.operator.giveaways.get(settled)).status).toBe('drawn');
});

it('replicas that try in turn count their tries together', async () => {
  await locked([chainAround(CONFIRMED.slice(0, 3))]);
  let proof;
  for (let minutes = 0; minutes < 60; minutes += 1) {
    runner = giveaway.newRunner();
    proof = await goOnAt(atNoonPlus(6 * HOUR + minutes * MINUTE));
  }
  expect(proof?.postponements).toEqual([]);
  expect((await goOnAt(atNoonPlus(7 * HOUR))).postponements).toHaveLength(1);
});
