// @ts-check
import { connect } from 'node:net';
import { quantiles, tipRequests } from './drivers.mjs';

/**
 * @typedef {import('./world.mjs').Load} Load
 * @typedef {import('./drivers.mjs').Driven} Driven
 */

const CONNECTIONS = 1000;
/** What is not answered this long after the last request was due counts as refused. */
const GRACE_MS = 5000;
const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * So many tips a second, whether or not those before are answered, as many people would send them. Each leaves on
 * an idle connection or waits for one, and its latency counts from the moment it was due: neither a late answer
 * nor a late generator hides the wait of those behind it. Nobody tries again.
 * @param {number} port
 * @param {Load} load
 * @param {{ seconds: number, offered: number, tokens: string[] }} options
 * @returns {Promise<Driven>} p50 and p99 of the tips that were settled
 */
export async function driveOpenLoop(port, load, { seconds, offered, tokens }) {
  const nextRequest = tipRequests(load, tokens);
  const counted = { settled: 0, refused: 0, shed: 0 };
  const took = /** @type {number[]} */ ([]);
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => opened(port)));
  const idle = [...sockets];
  const dueAt = new Map(sockets.map((socket) => [socket, 0]));
  const total = seconds * offered;
  const startedAt = performance.now();
  let sent = 0;

  const sendAllDue = () => {
    const due = Math.min(total, ((performance.now() - startedAt) * offered) / 1000);
    for (let socket; sent < due && (socket = idle.pop()); sent += 1) {
      dueAt.set(socket, startedAt + (sent * 1000) / offered);
      socket.write(nextRequest());
    }
  };
  await new Promise((resolve) => {
    const timer = setInterval(() => {
      sendAllDue();
      const late = performance.now() > startedAt + seconds * 1000 + GRACE_MS;
      if (late || (sent >= total && idle.length === CONNECTIONS)) resolve(clearInterval(timer));
    }, 1);
    for (const socket of sockets)
      onAnswers(socket, (answer) => {
        if (answer.status === 200) took.push(performance.now() - (dueAt.get(socket) ?? 0));
        counted[outcomeOf(answer)] += 1;
        idle.push(socket);
        sendAllDue();
      });
  });
  for (const socket of sockets) socket.destroy();
  return { ...counted, refused: total - counted.settled - counted.shed, ...quantiles(took) };
}

/**
 * @param {number} port
 * @returns {Promise<import('node:net').Socket>}
 */
function opened(port) {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket));
    socket.on('error', reject);
  });
}

/** @typedef {{ status: number, retryAfter: boolean }} Answer */

/** @param {Answer} answer */
const outcomeOf = ({ status, retryAfter }) =>
  status === 200 ? 'settled' : retryAfter && (status === 429 || status === 503) ? 'shed' : 'refused';

/**
 * @param {import('node:net').Socket} socket one request under way at a time
 * @param {(answer: Answer) => void} tell
 */
function onAnswers(socket, tell) {
  let received = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const end = received.indexOf(HEAD_END);
    if (end < 0) return;
    const head = received.toString('latin1', 0, end);
    const length = /content-length: (\d+)/i.exec(head)?.[1];
    if (received.length < end + HEAD_END.length + Number(length)) return;
    received = Buffer.alloc(0);
    tell({ status: Number(head.slice(9, 12)), retryAfter: /\nretry-after: \d/i.test(head) });
  });
}
