// @ts-check
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserFacingError } from '../machine/user-facing-error.mjs';
import { requireFreePorts } from '../machine/ports.mjs';
import { INHERITED } from '../servers/base-environment.mjs';
import { launchProcess } from './launch.mjs';
import { endOf, excerpt } from './log-excerpt.mjs';
import { isAlive, readRecord } from './record.mjs';
import { stopProcess } from './stop.mjs';

/** @typedef {import('../state/stack.mjs').Stack} Stack */

/**
 * @typedef {object} ProcessSpec
 * @property {string} name
 * @property {string} command full path
 * @property {string[]} args
 * @property {string} cwd
 * @property {Record<string, string>} env the whole environment
 * @property {import('../machine/users.mjs').SystemUser} [user] user of the process, if we are root
 * @property {NodeJS.Signals} stopSignal signal at which it finishes its work and exits
 * @property {string} content further inputs, such as its code and configuration: a change restarts it
 * @property {() => Promise<void>} [beforeStart]
 * @property {number[]} ports
 * @property {() => Promise<boolean>} probe checks whether it can serve
 * @property {number} readyWithinMs
 */

/** @param {ProcessSpec} spec */
function fingerprintOf(spec) {
  const { command, args, cwd, env, user, content } = spec;
  const decisive = Object.entries(env).filter(([name]) => !INHERITED.includes(name));
  const text = JSON.stringify([command, args, cwd, decisive.sort(), user ?? null, content]);
  return createHash('sha256').update(text).digest('hex');
}

/**
 * Tells whether the process runs exactly as the spec says: its command, its variables and its code.
 * @param {Stack} stack
 * @param {ProcessSpec} spec
 */
export function isUpToDate(stack, spec) {
  const record = readRecord(stack.recordFile(spec.name));
  return isAlive(record) && record?.fingerprint === fingerprintOf(spec);
}

/**
 * Keeps a process that is already up to date; otherwise starts it, after stopping an outdated one.
 * @param {Stack} stack
 * @param {ProcessSpec} spec
 * @returns {Promise<'kept' | 'started' | 'restarted'>} once it is healthy
 */
export async function ensureRunning(stack, spec) {
  const recordFile = stack.recordFile(spec.name);
  const logFile = stack.logFile(spec.name);
  const from = endOf(logFile);
  if (isUpToDate(stack, spec)) {
    await waitUntilHealthy(stack, spec, from);
    return 'kept';
  }
  const stopped = await stopProcess(recordFile);
  const ports = spec.ports.map((port) => ({ name: spec.name, port }));
  await requireFreePorts(ports, portAdvice(stack));
  await spec.beforeStart?.();
  await launchProcess({ ...spec, fingerprint: fingerprintOf(spec), logFile, recordFile });
  await waitUntilHealthy(stack, spec, from);
  return stopped === 'was not running' ? 'started' : 'restarted';
}

/** @param {Stack} stack */
export function portAdvice(stack) {
  const other = stack.basePort === 9000 ? 10_000 : 9000;
  return `Stop that process, or use other ports: PORT=${other} make up`;
}

/**
 * @param {Stack} stack
 * @param {ProcessSpec} spec
 * @param {number} from offset of this start's first line in the log
 */
async function waitUntilHealthy(stack, spec, from) {
  const deadline = Date.now() + spec.readyWithinMs;
  const recordFile = stack.recordFile(spec.name);
  const fail = (/** @type {string} */ reason) => {
    throw new UserFacingError(
      `${spec.name} ${reason}`,
      excerpt(stack.logFile(spec.name), from, stack.secrets()),
    );
  };
  for (;;) {
    const alive = isAlive(readRecord(recordFile));
    if (!alive) fail('exited instead of becoming healthy.');
    // Alive before and after the probe: otherwise another process on that port may have responded.
    if ((await spec.probe()) && isAlive(readRecord(recordFile))) return;
    if (Date.now() > deadline) fail(`did not become healthy within ${spec.readyWithinMs / 1000} s.`);
    await sleep(100);
  }
}
