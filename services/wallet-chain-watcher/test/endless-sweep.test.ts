import type { SolanaEndpoint } from '@likewell/stand-in-solana/start-solana';
import { eventually } from '@likewell/testing/eventually';
import { freePort } from '@likewell/testing/spawn-server';
import bs58 from 'bs58';
import { randomBytes } from 'node:crypto';
import { WatcherUnderTest, type WatcherOptions } from './watcher-under-test.js';

type Faults = Parameters<SolanaEndpoint['setFaults']>[0];

const HISTORY = ['getSignaturesForAddress'];
const DEPOSITS = 20;
/** Rows of a page: the first one, the one below it, and the one with the oldest deposit. */
const PAGE = 7;
/** The slot of what is made up without an end. */
const LOWEST = 1;

/** Starts a watcher whose walks read no page but the first one: its cursor is the newest deposit. */
async function startWatcher(options: WatcherOptions) {
  const HEALTH_PORT = String(await freePort());
  const watcher = await WatcherUnderTest.start({
    ...options,
    variables: { SCAN_PAGE_SIZE: String(PAGE), HEALTH_PORT },
  });
  const [member, wallet] = [await watcher.newMember(), watcher.newWallet()];
  for (let index = 0; index < DEPOSITS; index += 1) {
    watcher.deposit(wallet, BigInt(index + 1), member.memo);
    watcher.solana.skipSlots(1);
  }
  watcher.solana.skipSlots();
  await watcher.expectAllCredited();
  await eventually(async () => {
    const { rows } = await watcher.owner.query(
      'SELECT FROM scan JOIN deposit ON signature = cursor WHERE slot = (SELECT max(slot) FROM deposit)',
    );
    expect(rows).toHaveLength(1);
  });
  return { watcher, metricsUrl: `http://127.0.0.1:${HEALTH_PORT}/metrics` };
}

/** Deletes the oldest deposit, as if a page had left it out: the cursor has passed it. */
const loseOldest = (watcher: WatcherUnderTest) =>
  watcher.owner.query(
    `DELETE FROM deposit WHERE slot = (SELECT min(slot) FROM deposit WHERE slot > ${LOWEST})`,
  );

const madeUp = () => ({ signature: bs58.encode(randomBytes(64)) });

/** Lists the first page as it is, and what `isEndless` says without an end below it. */
const endless = (isEndless: (before: string) => boolean): Faults => ({
  methods: HISTORY,
  rewrite: (_, rows, [, page]) => {
    const { before } = page as { before?: string };
    if (before === undefined || !isEndless(before)) return rows;
    return [{ slot: LOWEST, err: null, ...madeUp() }];
  },
});

/** Returns when each endpoint was last swept, in seconds, in their order. */
async function sweptAt(metricsUrl: string): Promise<number[]> {
  const text = await (await fetch(metricsUrl)).text();
  const shown = text.matchAll(
    /^likewell_chain_sweep_finished_timestamp_seconds\{endpoint="(\d)".*\} (\S+)$/gm,
  );
  const times = new Map([...shown].map(([, endpoint, value]) => [endpoint, Number(value)]));
  return [times.get('1') ?? NaN, times.get('2') ?? NaN];
}

it.each<[string, Faults]>([
  ['lists without an end', endless(() => true)],
  ['lists nothing', { methods: HISTORY, rewrite: () => [] }],
  ['repeats its top page', { methods: HISTORY, forgetCursors: true }],
  ['is down', { methods: HISTORY, response: 500 }],
])('while an endpoint %s, the other one is swept each time that it is due', async (_, faults) => {
  const { watcher, metricsUrl } = await startWatcher({ endpoints: 2 });
  const [begun = NaN] = await eventually(async () => {
    const times = await sweptAt(metricsUrl);
    expect(times).not.toContain(NaN);
    return times;
  });
  watcher.endpoints.at(0)?.setFaults(faults);
  let last = begun;
  for (const _time of ['first', 'second']) {
    await loseOldest(watcher);
    await watcher.makeSweepsDue();
    await eventually(async () => expect((await watcher.states()).credited).toBe(DEPOSITS), 30_000);
    last = await eventually(async () => {
      const [ofLiar, ofOther = NaN] = await sweptAt(metricsUrl);
      expect(ofLiar).toBe(begun);
      expect(ofOther).toBeGreaterThan(last);
      return ofOther;
    }, 30_000);
  }
  await watcher.stop();
});

it('a walk that fails costs no sweep its turn', async () => {
  const { watcher } = await startWatcher({});
  await loseOldest(watcher);
  // From here on no walk knows its cursor.
  await watcher.owner.query('UPDATE sweep SET due_at = now(); ALTER TABLE scan RENAME TO scan_away');
  await eventually(async () => expect((await watcher.states()).credited).toBe(DEPOSITS), 30_000);
  await watcher.expectSwept();
  await watcher.stop();
});

it('a sweep that meets no end begins anew after its longest time', async () => {
  const { watcher } = await startWatcher({ constants: { maxSweepMs: 3000 } });
  const { rows } = await watcher.owner.query<{ signature: Buffer }>('SELECT signature FROM deposit');
  const real = new Set(rows.map(({ signature }) => bs58.encode(signature)));
  let [lies, isWell] = [0, false];
  // Below what it has made up there is no end, now or later.
  const isEndless = (before: string) => {
    const isLie = !isWell || !real.has(before);
    if (isLie) lies += 1;
    return isLie;
  };
  watcher.solana.setFaults(endless(isEndless));
  await loseOldest(watcher);
  await watcher.makeSweepsDue();
  await eventually(() => expect(lies).toBeGreaterThan(3));
  isWell = true;
  await eventually(async () => {
    await watcher.makeSweepsDue();
    expect((await watcher.states()).credited).toBe(DEPOSITS);
  }, 30_000);
  await watcher.stop();
});

interface Row {
  readonly signature: string;
}

/** Has made-up rows stand above the real ones of each page but the first. */
function listMadeUp(watcher: WatcherUnderTest, made: number) {
  const read = { pages: 0 };
  watcher.solana.setFaults({
    methods: HISTORY,
    rewrite: (_, rows, [, page]) => {
      read.pages += 1;
      const real = rows as { slot: number }[];
      if (!(page as { before?: string }).before || real.length === 0) return rows;
      return [...Array.from({ length: made }, () => ({ ...real[0], ...madeUp() })), ...real];
    },
  });
  return read;
}

it('what an endpoint makes up below its top page waits for room, and what is real below it is not lost', async () => {
  const [made, room] = [40, 30];
  const { watcher } = await startWatcher({ constants: { maxBacklog: room } });
  const read = listMadeUp(watcher, made);
  const waiting = async () => {
    const { rows } = await watcher.owner.query<{ waiting: number }>(
      `SELECT count(*)::integer AS waiting FROM deposit WHERE state = 'seen'`,
    );
    return rows[0]?.waiting;
  };
  await loseOldest(watcher);
  await watcher.makeSweepsDue();
  await eventually(async () => expect(await waiting()).toBe(made));
  await watcher.makeSweepsDue();
  const enough = read.pages + 5;
  await eventually(() => expect(read.pages).toBeGreaterThan(enough));
  expect(await waiting()).toBe(made);
  expect((await watcher.states()).credited).toBe(DEPOSITS - 1);

  // News is found all the same.
  watcher.finalDeposit(watcher.newWallet(), 1n);
  await eventually(async () => expect((await watcher.states()).unclaimed).toBe(1));
  // As when they have been forgotten.
  await watcher.owner.query(`DELETE FROM deposit WHERE state = 'seen'`);
  await watcher.makeSweepsDue();
  await eventually(async () => expect((await watcher.states()).credited).toBe(DEPOSITS));
  await watcher.stop();
});

/** Has the second of two endpoints list made-up rows above the real ones of its top page. */
function listMadeUpOnTop(watcher: WatcherUnderTest, made: number) {
  const [other, liar] = watcher.endpoints;
  const state = { byOther: 0, byLiar: 0, hidden: '' };
  other?.setFaults({
    methods: HISTORY,
    rewrite: (_, rows, [, page]) => {
      if (!(page as { before?: string }).before) state.byOther += 1;
      return (rows as Row[]).filter(({ signature }) => signature !== state.hidden);
    },
  });
  liar?.setFaults({
    methods: HISTORY,
    rewrite: (_, rows, [, page]) => {
      if ((page as { before?: string }).before) return rows;
      state.byLiar += 1;
      const real = rows as Row[];
      return [...Array.from({ length: made }, () => ({ ...real[0], ...madeUp() })), ...real];
    },
  });
  const walksOfOther = async (more: number) => {
    const enough = state.byOther + more;
    await eventually(() => expect(state.byOther).toBeGreaterThanOrEqual(enough), 30_000);
  };
  /** Makes a deposit that only the liar lists. */
  const depositOnlyThere = () => {
    state.hidden = watcher.deposit(watcher.newWallet(), 1n);
    watcher.solana.skipSlots();
  };
  return { state, walksOfOther, depositOnlyThere };
}

it('what an endpoint makes up on its top page waits for room, and what is real there is not lost', async () => {
  const [made, room] = [40, 30];
  const { watcher } = await startWatcher({ endpoints: 2, constants: { maxBacklog: room } });
  const { state, walksOfOther, depositOnlyThere } = listMadeUpOnTop(watcher, made);
  const waiting = async () => (await watcher.states()).seen;
  await eventually(async () => expect(await waiting()).toBe(made));
  // Its sweep reads the page once, too.
  await watcher.makeSweepsDue();
  await walksOfOther(5);
  expect([await waiting(), state.byLiar]).toEqual([2 * made, 2]);

  // What the other one lists is found all the same.
  watcher.finalDeposit(watcher.newWallet(), 1n);
  await eventually(async () => expect((await watcher.states()).unclaimed).toBe(1));
  depositOnlyThere();
  await walksOfOther(3);
  expect((await watcher.states()).unclaimed).toBe(1);
  // As when they have been forgotten.
  await watcher.owner.query(`DELETE FROM deposit WHERE state = 'seen'`);
  await eventually(async () => expect((await watcher.states()).unclaimed).toBe(2), 30_000);
  await watcher.stop();
});

it('a sweep comes to its end while the walks of its endpoint wait for room', async () => {
  const { watcher } = await startWatcher({ constants: { maxBacklog: 1 } });
  let walks = 0;
  watcher.solana.setFaults({
    methods: HISTORY,
    rewrite: (_, rows, [, page]) => {
      if ((page as { before?: string }).before) return rows;
      walks += 1;
      return [{ ...(rows as Row[])[0], ...madeUp() }, ...(rows as Row[])];
    },
  });
  await eventually(() => expect(walks).toBe(1));
  await loseOldest(watcher);
  await watcher.makeSweepsDue();
  await eventually(async () => expect((await watcher.states()).credited).toBe(DEPOSITS), 30_000);
  expect(walks).toBe(2);
  await watcher.stop();
});

it('the pause of a top page ends though what was made up there is never judged', async () => {
  const [made, room] = [40, 30];
  const { watcher } = await startWatcher({
    endpoints: 2,
    constants: { maxBacklog: room, backlogPauseMs: 500 },
  });
  const { depositOnlyThere } = listMadeUpOnTop(watcher, made);
  await eventually(async () => expect((await watcher.states()).seen).toBeGreaterThanOrEqual(made));
  depositOnlyThere();
  await eventually(async () => expect((await watcher.states()).unclaimed).toBe(1), 30_000);
  await watcher.stop();
});

it.each([
  ['nothing new', false, 1],
  ['what it has made up below it', true, 2],
])(
  'an endpoint that lists %s on its top page makes up no more below it with each walk',
  async (_, raises, pages) => {
    const [made, room] = [40, 30];
    const { watcher } = await startWatcher({ endpoints: 2, constants: { maxBacklog: room } });
    const [other, liar] = watcher.endpoints;
    let walksOfOther = 0;
    other?.setFaults({
      methods: HISTORY,
      rewrite: (_method, rows) => {
        walksOfOther += 1;
        return (rows as Row[]).slice(0, 1);
      },
    });
    let [cursor, below]: [Row | undefined, Row[]] = [undefined, []];
    liar?.setFaults({
      methods: HISTORY,
      rewrite: (_method, rows, [, page]) => {
        if (!(page as { before?: string }).before) {
          const [newest, ...known] = rows as Row[];
          cursor = newest;
          return [...(raises ? below : []), ...known.map(({ signature }) => ({ ...newest, signature }))];
        }
        below = Array.from({ length: made }, () => ({ ...cursor, ...madeUp() }));
        // Here each of its walks ends.
        return [...below, cursor];
      },
    });
    await eventually(() => expect(walksOfOther).toBeGreaterThanOrEqual(8), 30_000);
    expect((await watcher.states()).seen).toBe(pages * made);
    await watcher.stop();
  },
);

it('a sweep comes to its end though what was listed is never judged', async () => {
  const { watcher } = await startWatcher({ constants: { maxBacklog: 1, backlogPauseMs: 500 } });
  listMadeUp(watcher, 2);
  await loseOldest(watcher);
  await eventually(async () => {
    await watcher.makeSweepsDue();
    expect((await watcher.states()).credited).toBe(DEPOSITS);
  }, 60_000);
  await watcher.stop();
});
