// @ts-check
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { holderOf } from './port-holder.mjs';
import { UserFacingError } from './user-facing-error.mjs';

/** @param {number} port @param {string} host @returns {Promise<boolean>} */
function canListen(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      // A machine without IPv6 has no such address, so it cannot be busy.
      resolve(error.code === 'EAFNOSUPPORT' || error.code === 'EADDRNOTAVAIL');
    });
    server.listen({ port, host, exclusive: true, ipv6Only: true }, () => server.close(() => resolve(true)));
  });
}

/**
 * True if the port is free on every address, IPv4 and IPv6: a browser tries both for "localhost".
 * @param {number} port
 * @returns {Promise<boolean>}
 */
export async function isPortFree(port) {
  return (await canListen(port, '0.0.0.0')) && (await canListen(port, '::'));
}

// A killed process counts as gone a moment before its last thread releases its ports.
const GRACE_MS = 1_000;

/**
 * Reports every busy port at once, with the process that holds it and what to do.
 * @param {{ name: string, port: number }[]} wanted
 * @param {string} advice
 */
export async function requireFreePorts(wanted, advice) {
  const deadline = Date.now() + GRACE_MS;
  let busy = await busyOf(wanted);
  while (busy.length > 0 && Date.now() < deadline) {
    await sleep(50);
    busy = await busyOf(busy);
  }
  if (busy.length === 0) return;
  const lines = busy.map(
    ({ name, port }) => `${port} (for ${name}) is held by ${holderOf(port) ?? 'another process'}`,
  );
  throw new UserFacingError(busy.length === 1 ? 'A port is busy.' : `${busy.length} ports are busy.`, [
    ...lines,
    advice,
  ]);
}

/** @param {{ name: string, port: number }[]} wanted */
async function busyOf(wanted) {
  const free = await Promise.all(wanted.map(({ port }) => isPortFree(port)));
  return wanted.filter((_, index) => !free[index]);
}

/**
 * @param {number} from
 * @param {number} count how many ports in a row must be free
 * @param {number[]} [beyond] further offsets that must be free
 * @returns {Promise<number>} the first base port at or after `from`
 */
export async function findFreeBase(from, count, beyond = []) {
  for (let base = from; base < 32_000; base += count) {
    const offsets = [...Array(count).keys(), ...beyond];
    const ports = offsets.map((offset) => base + offset);
    if ((await Promise.all(ports.map(isPortFree))).every(Boolean)) return base;
  }
  throw new UserFacingError(`No ${count} free ports in a row were found above ${from}.`);
}
