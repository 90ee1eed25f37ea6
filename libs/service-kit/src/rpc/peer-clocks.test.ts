import fc from 'fast-check';
import {
  BELIEVED_SKEW_MS,
  MAX_PEERS,
  PeerClocks,
  SILENCE_COUNTS_MS,
  WINDOW_MS,
  type Moment,
} from './peer-clocks.js';

/** A peer whose clocks are wrong, its messages, and our own clocks, which are right. */
class Wire {
  private now = 1_000_000_000;
  constructor(
    private readonly peers: PeerClocks,
    private readonly skew: Moment,
    private readonly id = 'peer',
  ) {}

  get time(): number {
    return this.now;
  }

  /** Receives a message `afterMs` after the last one that took `wayMs`; returns the estimate. */
  receive(afterMs: number, wayMs: number, skew = this.skew): number {
    this.now += afterMs;
    const sentAt = this.now - wayMs;
    const sent = { steady: sentAt + skew.steady, wall: sentAt + skew.wall };
    return this.peers.wayOf(this.id, sent, { steady: this.now, wall: this.now });
  }
}

const believed = fc.integer({ min: -BELIEVED_SKEW_MS, max: BELIEVED_SKEW_MS });
const skews = fc.record({ steady: fc.integer({ min: -1e12, max: 1e12 }), wall: believed });
const messages = fc.array(
  fc.record({ after: fc.nat(2 * WINDOW_MS), way: fc.oneof(fc.nat(20), fc.nat(60_000)) }),
  { minLength: 1, maxLength: 60 },
);

describe('a peer whose clocks go evenly, however wrong they are,', () => {
  it('is never held to be slower than it is', () => {
    fc.assert(
      fc.property(skews, messages, (skew, list) => {
        const wire = new Wire(new PeerClocks(), skew);
        for (const { after, way } of list) expect(wire.receive(after, way)).toBeLessThanOrEqual(way);
      }),
    );
  });

  it('is seen to be as late as it is but for its quickest message of the last window, also after any silence', () => {
    fc.assert(
      fc.property(
        skews,
        messages,
        fc.nat(1e9),
        fc.integer({ min: 0, max: 1e9 }),
        (skew, list, silence, late) => {
          const wire = new Wire(new PeerClocks(), skew);
          const seen = list.map(({ after, way }) => (wire.receive(after, way), { way, at: wire.time }));
          const end = wire.time;
          const least = Math.min(
            ...seen.filter(({ at }) => at > end - WINDOW_MS + SILENCE_COUNTS_MS).map(({ way }) => way),
          );
          expect(wire.receive(silence, least + late)).toBeGreaterThanOrEqual(late);
        },
      ),
    );
  });

  it('is known by its skew once a quick message came', () => {
    fc.assert(
      fc.property(skews, messages, (skew, list) => {
        const peers = new PeerClocks();
        const wire = new Wire(peers, skew);
        wire.receive(0, 0);
        for (const { after, way } of list) wire.receive(after % 1000, way);
        expect(peers.largestSkewMs(wire.time)).toBe(Math.abs(skew.wall));
        expect(peers.largestSkewMs(wire.time + WINDOW_MS)).toBe(0);
      }),
    );
  });
});

describe('a clock of a peer that jumps', () => {
  const jump = fc.integer({ min: -1e9, max: 1e9 });

  it.each(['steady', 'wall'] as const)('makes no message late when it is the %s one alone', (which) => {
    fc.assert(
      fc.property(skews, messages, jump, (skew, list, by) => {
        const wire = new Wire(new PeerClocks(), skew);
        wire.receive(0, 0);
        for (const { after, way } of list)
          expect(wire.receive(after, way, { ...skew, [which]: skew[which] + by })).toBeLessThanOrEqual(way);
      }),
    );
  });

  it('is learnt anew after two windows when both jump at once', () => {
    fc.assert(
      fc.property(skews, jump, (skew, by) => {
        const wire = new Wire(new PeerClocks(), skew);
        wire.receive(0, 5);
        const after = { steady: skew.steady + by, wall: skew.wall + by };
        for (let passed = 0; passed < 2 * WINDOW_MS; passed += 10_000) wire.receive(10_000, 5, after);
        expect(wire.receive(10_000, 5, after)).toBe(0);
        expect(wire.receive(10_000, 105, after)).toBe(100);
      }),
    );
  });
});

describe('a first message', () => {
  it.each([
    ['ten minutes behind us', BELIEVED_SKEW_MS, 0],
    ['ten minutes ahead of us', -BELIEVED_SKEW_MS, 0],
    ['an hour behind us', 3_600_000, 3_600_000 - BELIEVED_SKEW_MS],
    ['an hour ahead of us', -3_600_000, 0],
  ])('sent by a clock %s is late by what is beyond belief', (_, behind, late) => {
    const wire = new Wire(new PeerClocks(), { steady: 0, wall: -behind });
    expect([wire.receive(0, 0), wire.receive(1000, 0)]).toEqual([late, late]);
    for (let passed = 0; passed < 2 * WINDOW_MS; passed += 10_000) wire.receive(10_000, 0);
    expect(wire.receive(1000, 0)).toBe(0);
  });
});

it('of more peers than are kept, those that called last are known', () => {
  const peers = new PeerClocks();
  const wires = Array.from(
    { length: MAX_PEERS + 10 },
    (_, index) => new Wire(peers, { steady: 0, wall: 0 }, `peer ${index}`),
  );
  for (const wire of wires) wire.receive(0, 0);
  expect(wires.at(-1)?.receive(0, 700)).toBe(700);
  expect(wires[10]?.receive(0, 700)).toBe(700);
  expect(wires[0]?.receive(0, 700)).toBe(0);
});
