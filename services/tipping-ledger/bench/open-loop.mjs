// @ts-check
import { quantiles } from '../../../libs/stack/bench/figures.mjs';
import { TipConnection } from '../../../libs/stack/bench/tip-connection.mjs';
import { tipRequests } from './drivers.mjs';

/**
 * @typedef {import('./world.mjs').Load} Load
 * @typedef {import('./drivers.mjs').Driven} Driven
 */

const CONNECTIONS = 1000;
/** What is not answered this long after the last request was due counts as rejected. */
const GRACE_MS = 5000;

/**
 * So many tips a second, whether or not those before are answered, as many people would send them. Each leaves on
 * an idle connection or waits for one, and its latency counts from the moment it was due: neither a late response
 * nor a late generator hides the wait of those behind it. Nobody tries again.
 * @param {number} port
 * @param {Load} load
 * @param {{ seconds: number, offered: number, tokens: string[] }} options
 * @returns {Promise<Driven>} p50 and p99 of the tips that were settled
 */
export async function driveOpenLoop(port, load, { seconds, offered, tokens }) {
  const nextRequest = tipRequests(load, tokens);
  const counted = { settled: 0, shed: 0, failed: 0 };
  const took = /** @type {number[]} */ ([]);
  const connections = await TipConnection.openAll(port, CONNECTIONS, (connection, outcome) => {
    if (outcome === 'settled') took.push(performance.now() - connection.dueAt);
    counted[outcome] += 1;
    if (connection.isOpen) idle.push(connection);
    sendAllDue();
  });
  const idle = [...connections];
  const total = seconds * offered;
  const startedAt = performance.now();
  let sent = 0;

  const sendAllDue = () => {
    const due = Math.min(total, ((performance.now() - startedAt) * offered) / 1000);
    for (let connection; sent < due && (connection = idle.pop()); sent += 1)
      connection.send(nextRequest(), startedAt + (sent * 1000) / offered);
  };
  await new Promise((resolve) => {
    const timer = setInterval(() => {
      sendAllDue();
      const late = performance.now() > startedAt + seconds * 1000 + GRACE_MS;
      if (late || (sent >= total && idle.length === CONNECTIONS)) resolve(clearInterval(timer));
    }, 1);
  });
  for (const connection of connections) connection.close();
  const { settled, shed } = counted;
  return { settled, shed, rejected: total - settled - shed, ...quantiles(took) };
}
