// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { SCHEMAS } from '../../stack/topology.mjs';
import { judge } from './judge.mjs';
import { Load, ratesOf } from './load.mjs';
import { Logouts } from './logouts.mjs';
import { componentOf } from './matrix.mjs';
import { strike } from './strike.mjs';

/**
 * @typedef {import('./matrix.mjs').Cell} Cell
 * @typedef {import('./fault-stack.mjs').FaultStack} FaultStack
 * @typedef {import('./judge.mjs').Finding | { invariant: 'a hand' | 'bulkhead' | 'no fault', text: string }}
 *   AnyFinding
 */

/** Time after a fault within which every request must succeed again and all data must be where it belongs. */
const RECOVERS_WITHIN_MS = 30_000;
/** Time after the recovery within which new data must have arrived everywhere. */
const SETTLES_WITHIN_MS = 5000;
/** Start and duration of the fault as shares of a cell's time; the rest of it is the recovery's. */
const [BEGINS, LASTS] = [0.2, 0.4];
/** Tolerance in milliseconds: the header has whole seconds, and is updated once a second. */
const CLOCK_TOLERANCE_MS = 1900;
/**
 * Time until a changed clock shows: a process may notice the new time a second later, and report it another
 * second later.
 */
const CLOCK_SHOWS_WITHIN_MS = 4000;
/** Longest time until something goes through a link with a fault: some links are used once a second. */
const STRIKES_WITHIN_MS = 10_000;
const LOGOUTS_AT = [0.1, 0.4, 0.7];

/**
 * Data that all cells of a run share.
 * @typedef {object} Rig
 * @property {FaultStack} stack
 * @property {import('./actions.mjs').Members} members
 * @property {import('./chain.mjs').ChainReader} chain
 * @property {{ seconds: number, tipsPerSecond: number }} options
 */

/**
 * Runs the load, a fault during it and the recovery, and judges the result.
 * @param {Rig} rig
 * @param {Cell} cell
 */
export async function runCell(rig, cell) {
  const { stack, members, options } = rig;
  const [totalMs, faultMs] = [options.seconds * 1000, options.seconds * 1000 * LASTS];
  members.begin();
  const logouts = new Logouts(stack);
  await logouts.prepare(LOGOUTS_AT.length);
  stack.supervisor.takeEnds();
  const load = new Load(members.actions, ratesOf(options.tipsPerSecond));
  const running = load.run(totalMs);

  await sleep(totalMs * BEGINS);
  const beginsAt = Date.now();
  const struck = strike(stack, cell, faultMs);
  const presses = LOGOUTS_AT.map((share) => setTimeout(() => logouts.begin(), faultMs * share));
  const [rightClocks] = await Promise.all([untilClocksAreWrong(stack, cell, faultMs), sleep(faultMs)]);
  await untilItStrikes(struck, load);
  const untried = [...rightClocks, ...struck.end()];
  const endsAt = Date.now();
  await running;

  const deadline = endsAt + Math.max(RECOVERS_WITHIN_MS, totalMs);
  const unserved = await load.probe(deadline);
  await Promise.all([members.sendAgain(deadline), load.settled(), logouts.close(deadline)]);
  presses.forEach(clearTimeout);
  const calmAt = Date.now();
  // Only now are reads certain to meet a healthy site.
  await Promise.all(Array.from({ length: 5 }, () => members.actions.tip()));
  const late = await untilSettled(rig, Math.max(deadline, Date.now() + SETTLES_WITHIN_MS));
  const record = {
    ...{
      round: members.round,
      intents: members.intents,
      looks: members.looks,
      logouts: logouts.all,
      samples: load.samples,
    },
    ...{
      arrivals: await rig.chain.read(),
      depositors: members.depositors,
      fault: { beginsAt, endsAt },
      calmAt,
    },
  };
  const ends = stack.supervisor.takeEnds();
  /** @type {AnyFinding[]} */
  const findings = [
    ...(await judge(stack.admin, record)),
    ...unserved.map((kind) => hand(`nobody could ${kind} again`)),
    ...late.map(hand),
    ...notSpared(cell, load),
    ...untried.map((text) => ({ invariant: /** @type {const} */ ('no fault'), text })),
  ];
  return { cell, record, findings, ends };
}

/**
 * Goes on with the fault, under load, if nothing went through its links in its time.
 * @param {ReturnType<typeof strike>} struck
 * @param {Load} load
 */
async function untilItStrikes(struck, load) {
  const giveUpAt = Date.now() + STRIKES_WITHIN_MS;
  while (!struck.hasStruck() && Date.now() < giveUpAt) await load.run(500);
}

/**
 * Checks the gateways' clocks until one of them is wrong, if one should be.
 * @param {FaultStack} stack
 * @param {Cell} cell
 * @param {number} forMs how long the fault is meant to last; where it does not show by then, it lasts a
 *   little longer
 * @returns {Promise<string[]>} says so where all are right
 */
async function untilClocksAreWrong({ gateways }, { component }, forMs) {
  if (component !== 'clock') return [];
  const giveUpAt = Date.now() + Math.max(forMs, CLOCK_SHOWS_WITHIN_MS);
  while (Date.now() < giveUpAt) {
    const apart = await Promise.all(gateways.map(msApart));
    if (apart.some((ms) => ms > CLOCK_TOLERANCE_MS)) return [];
    await sleep(100);
  }
  return ['the clocks are right'];
}

/**
 * Returns how far a gateway's clock is from this process's, in ms; 0 where it does not respond in time.
 * @param {number} port of a gateway
 */
async function msApart(port) {
  const signal = AbortSignal.timeout(CLOCK_SHOWS_WITHIN_MS);
  const response = await fetch(`http://127.0.0.1:${port}/api/price`, { signal }).catch(() => null);
  return response ? Math.abs(Date.parse(response.headers.get('date') ?? '') - Date.now()) : 0;
}

/** @param {string} text */
const hand = (text) => ({ invariant: /** @type {const} */ ('a hand'), text });

/** @param {Cell} cell @param {Load} load */
function notSpared(cell, load) {
  return componentOf(cell).spares.flatMap((kind) => {
    const failed = load.failed(kind);
    if (failed.length === 0) return [];
    return [
      {
        invariant: /** @type {const} */ ('bulkhead'),
        text: `${failed.length} of ${kind} failed: ${failed[0]?.code}`,
      },
    ];
  });
}

/**
 * Waits until events, sums and deposits have all arrived.
 * @param {Rig} rig
 * @param {number} deadline
 * @returns {Promise<string[]>} what is still missing then, or stays so without a hand
 */
async function untilSettled({ stack, chain }, deadline) {
  for (;;) {
    const missing = [...(await unsettled(stack)), ...(await uncredited(stack, chain))];
    if (missing.length === 0 || Date.now() > deadline) return missing;
    await sleep(100);
  }
}

/** @param {FaultStack} stack */
async function unsettled({ admin, supervisor }) {
  const outboxes = SCHEMAS.map(
    ({ schema }) =>
      `SELECT '${schema} has ' || count(*) || ' events to tell' AS text FROM ${schema}.outbox WHERE published_at IS NULL HAVING count(*) > 0
       UNION ALL SELECT '${schema} has set ' || count(*) || ' events aside' FROM ${schema}.inbox_failed HAVING count(*) > 0`,
  );
  const sums = `SELECT count(*) || ' posts show another sum' FROM tipping_ledger.post_total p JOIN posts.post_rank r USING (post_id)
    WHERE p.likes_sum <> r.likes_sum HAVING count(*) > 0`;
  const { rows } = await admin.query([...outboxes, sums].join(' UNION ALL '));
  const unready = (await supervisor.unready()).map((name) => `${name} is not ready`);
  return [...rows.map(({ text }) => text), ...unready];
}

/** @param {FaultStack} stack @param {import('./chain.mjs').ChainReader} chain */
async function uncredited({ admin }, chain) {
  const keys = (await chain.read()).map(({ signature }) => `deposit:${signature}`);
  const { rows } = await admin.query(
    'SELECT count(*) FROM tipping_ledger.movement WHERE idem_key = ANY ($1)',
    [keys],
  );
  const missing = keys.length - Number(rows[0]?.count);
  return missing === 0 ? [] : [`${missing} deposits are not credited`];
}
