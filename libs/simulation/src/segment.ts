import 'reflect-metadata';
import { Chaos } from './chaos.js';
import { missingAudit } from './oracle/audit.js';
import { overdueBonuses } from './oracle/bonuses.js';
import { checkBooks } from './oracle/books.js';
import { missingDeposits } from './oracle/deposits.js';
import { missingEvents } from './oracle/events.js';
import { expectServed } from './oracle/calls.js';
import { expectWithin, watchOutboxes } from './oracle/judge.js';
import { expectCleanTables } from './oracle/retention.js';
import { checkTips } from './oracle/tips.js';
import { startAuditors } from './workload/auditors.js';
import { Crowd } from './workload/crowd.js';
import { Depositors } from './workload/deposits.js';
import { startPeople } from './workload/people.js';
import { Readers } from './workload/readers.js';
import { ReceivingWallets } from './workload/receiving-wallets.js';
import { Tippers } from './workload/tips.js';
import { Treasurer } from './workload/treasurer.js';
import { World, type Finding } from './world.js';

/** Summary of a segment, for statistics. */
export interface SegmentReport {
  readonly seed: string;
  readonly hash: string;
  readonly virtualSeconds: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly findings: readonly Finding[];
  readonly lastLines: readonly string[];
}

const CALM_START_MS = 10_000;
const CHAOS_MS = Number(process.env.SIMULATION_CHAOS_SECONDS ?? '360') * 1000;
/** Time limit after the last fault for the arrival of events, and of deposits as long as no endpoint has lost a row. */
const SETTLE_WITHIN_MS = 3 * 60_000;
/** Time limit for a row that an endpoint has lost; the sweep of the next hour finds it. */
const SWEEP_MS = 61 * 60_000;

/** Runs a fresh world from a seed: calm, chaos, calm again; then checks it. */
export async function runSegment(seed: string, onLine?: (line: string) => void): Promise<SegmentReport> {
  const world = await World.create(seed);
  if (onLine) world.trace.onLine = onLine;
  const die = (error: unknown) => {
    world.find('an error that nothing caught', String((error as Error | undefined)?.stack ?? error));
  };
  process.on('unhandledRejection', die);
  process.on('uncaughtException', die);
  const startMs = world.scheduler.nowMs;
  try {
    await live(world);
  } catch (error) {
    die(error);
  }
  await world.close();
  return {
    seed,
    hash: world.trace.digest(),
    virtualSeconds: Math.round((world.scheduler.nowMs - startMs) / 1000),
    counts: Object.fromEntries(world.trace.counts),
    findings: world.findings,
    lastLines: world.findings.length > 0 ? world.trace.lastLines() : [],
  };
}

async function live(world: World): Promise<void> {
  const { scheduler } = world;
  const isOver = () => world.findings.length > 0;
  const run = (ms: number) => scheduler.runUntil(scheduler.nowMs + ms, isOver);
  const crowd = new Crowd(world);
  const readers = new Readers(crowd);
  const tippers = new Tippers(crowd, readers);
  const receivers = new ReceivingWallets(crowd);
  const depositors = new Depositors(crowd, receivers);
  const treasurer = new Treasurer(crowd);
  const chaos = new Chaos(world);
  await run(CALM_START_MS);
  await treasurer.start();
  startPeople(crowd);
  tippers.start();
  depositors.start();
  receivers.start(() => depositors.sent);
  readers.start();
  startAuditors(crowd);
  watchOutboxes(world, () => chaos.lastTroubleMs);
  await run(CALM_START_MS);
  chaos.start();
  await run(CHAOS_MS);
  chaos.stop();
  crowd.isOver = true;
  const settle = (what: string, check: () => Promise<string[]>) =>
    expectWithin(world, SETTLE_WITHIN_MS, what, check);
  if (!isOver()) await settle('events do not arrive', () => missingEvents(world));
  if (!isOver()) await expectServed(crowd);
  if (!isOver()) await settle('an owed bonus is not paid', () => overdueBonuses(world));
  while (!isOver() && !(await treasurer.fill())) await run(100);
  if (!isOver()) await settle('an owed bonus is not paid', () => overdueBonuses(world));
  if (!isOver()) scheduler.leap(SWEEP_MS);
  const leaptMs = scheduler.nowMs;
  if (!isOver())
    await settle('deposits are not credited rightly', () => missingDeposits(world, depositors.sent));
  if (!isOver()) await settle('the ledger is not audited', () => missingAudit(world, leaptMs));
  if (isOver()) return;
  await checkTips(world, tippers.intents);
  await checkBooks(world);
  if (!isOver()) await expectCleanTables(world);
}
