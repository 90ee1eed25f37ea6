import { eventually } from '@likewell/testing/eventually';
import { signatureHex } from '../src/solana/signature.js';
import { WatcherUnderTest } from './watcher-under-test.js';

/** So many that a walk or a sweep, which gives way after 100 ms, takes several turns for them. */
const PAGES = 30;
const PAGE_MS = 20;
/** Every seventh page below the first fails. */
const FAILS_EVERY = 7;

interface History {
  readonly watcher: WatcherUnderTest;
  /** The signature of the newest deposit, in hex. */
  readonly newest: string;
  /** Sends one more deposit, which is final at once. */
  readonly send: () => string;
}
interface Options {
  readonly isFailing?: boolean;
  /** Called while the fifth page below the first one is read; all later ones wait for what it returns. */
  readonly onFifthPage?: (history: History) => unknown;
}

/** Starts a watcher of a long history. */
async function startWatcher(): Promise<History> {
  const watcher = await WatcherUnderTest.start({ variables: { SCAN_PAGE_SIZE: '1' } });
  const [member, wallet] = [await watcher.newMember(), watcher.newWallet()];
  const sent = Array.from({ length: PAGES }, (_, index) =>
    watcher.deposit(wallet, BigInt(index + 1), member.memo),
  );
  watcher.solana.skipSlots();
  await watcher.expectAllCredited();
  // What stood below the first page is none.
  expect((await watcher.owner.query('SELECT FROM deposit WHERE NOT is_news')).rowCount).toBeGreaterThan(0);
  return {
    watcher,
    newest: signatureHex(sent.at(-1) ?? ''),
    send: () => watcher.finalDeposit(wallet, BigInt(PAGES + 1), member.memo),
  };
}

/** Reads of the history from here on. One more deposit is sent in their midst, unless something else is done then. */
function countReads(history: History, { isFailing = false, onFifthPage = ({ send }) => send() }: Options) {
  const { solana } = history.watcher;
  const read = { walks: 0, deepPages: 0, isOver: false, isNewsFirst: false };
  const newest = new Set<unknown>();
  const rewrite = (_: string, result: unknown, [, page]: readonly unknown[]) => {
    const rows = result as { signature: string }[];
    if (!(page as { before?: string }).before) {
      read.walks += 1;
      newest.add(rows[0]?.signature);
      return rows;
    }
    read.deepPages += 1;
    if (read.deepPages === 5) solana.setFaults({ ...faults, after: Promise.resolve(onFifthPage(history)) });
    if (isFailing && read.deepPages % FAILS_EVERY === 0) return 'not a page';
    if (rows.length === 0 && !read.isOver)
      Object.assign(read, { isOver: true, isNewsFirst: newest.size > 1 });
    return rows;
  };
  const faults = { methods: ['getSignaturesForAddress'], delayMs: PAGE_MS, rewrite };
  solana.setFaults(faults);
  return read;
}

/** Starts a sweep of a long history. */
async function startSweep(options: Options = {}) {
  const history = await startWatcher();
  const { watcher, newest } = history;
  // A walk reads no page but the first one, once its cursor has come to the newest deposit. The walk to there has a
  // turn for each page where a page takes as long as a turn.
  await eventually(async () => {
    const { rows } = await watcher.owner.query(`SELECT encode(cursor, 'hex') AS cursor FROM scan`);
    expect(rows).toEqual([{ cursor: newest }]);
  }, 60_000);
  const read = countReads(history, options);
  await watcher.makeSweepsDue();
  return { watcher, read };
}

/** Starts the first walk through a long history anew, as in a fresh installation. */
async function startFirstWalk(options: Options = {}) {
  const history = await startWatcher();
  const { watcher } = history;
  await watcher.service.replica.stop();
  await watcher.owner.query('TRUNCATE scan');
  const read = countReads(history, options);
  await watcher.addReplica();
  return { watcher, read };
}

/** Waits until the history has been read to its end, and expects that the new deposit was found before. */
async function expectNewsFirst(watcher: WatcherUnderTest, read: ReturnType<typeof countReads>) {
  await eventually(() => expect(read.isOver).toBe(true), 60_000);
  expect(read.isNewsFirst).toBe(true);
  await watcher.expectAllCredited();
  const { rows } = await watcher.owner.query('SELECT is_news FROM deposit WHERE amount = $1', [
    (PAGES + 1) * 1000,
  ]);
  expect(rows).toEqual([{ is_news: true }]);
}

it('a deposit is found while the first walk reads a long history', async () => {
  const { watcher, read } = await startFirstWalk();
  await expectNewsFirst(watcher, read);
  await watcher.stop();
});

it('a walk of which pages fail now and then comes to its end, and so does a sweep', async () => {
  const { watcher, read } = await startFirstWalk({ isFailing: true });
  await eventually(async () => {
    const scanned = await watcher.owner.query('SELECT FROM scan WHERE reached_at IS NOT NULL');
    expect(scanned.rowCount).toBe(1);
  }, 60_000);
  expect(read.isOver).toBe(true);
  await watcher.stop();

  const again = await startSweep({ isFailing: true });
  // A part rests for five minutes where a piece of it began with a page that failed.
  await eventually(async () => {
    await again.watcher.owner.query(
      `UPDATE sweep SET due_at = now() WHERE due_at < now() + interval '10 minutes'`,
    );
    expect(again.read.isOver).toBe(true);
  }, 60_000);
  await again.watcher.expectSwept();
  await again.watcher.expectAllCredited();
  await again.watcher.stop();
});

it('a deposit is found while a sweep reads a long history, and the sweep comes to its end', async () => {
  const { watcher, read } = await startSweep();
  await expectNewsFirst(watcher, read);
  await watcher.expectSwept();
  await watcher.stop();
});

it('a sweep does not go on after another replica had the lease, which has swept as it fell due', async () => {
  let taken: Promise<unknown> | undefined;
  const onFifthPage = ({ watcher: { owner } }: History) =>
    (taken = owner.query('UPDATE lease SET fence = fence + 1'));
  const { watcher, read } = await startSweep({ onFifthPage });
  await eventually(() => expect(taken).toBeDefined());
  await taken;
  const walks = async (more: number) => {
    const enough = read.walks + more;
    await eventually(() => expect(read.walks).toBeGreaterThanOrEqual(enough));
  };
  // The piece that is being read may be read to its end.
  await walks(3);
  const { deepPages } = read;
  await walks(3);
  expect([read.deepPages, read.isOver]).toEqual([deepPages, false]);
  await watcher.stop();
});
