// @ts-check
import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserFacingError } from '../machine/user-facing-error.mjs';
import { bootId } from '../machine/process-table.mjs';
import { asUser } from '../machine/users.mjs';
import { readRecord } from './record.mjs';

const LOG_LIMIT = 20 * 1024 * 1024;

// The process writes its own record and then becomes the program (exec keeps pid and start time), so it never
// runs without a record, even if the launcher is killed. On macOS, ps provides the start time.
const RECORD_THEN_EXEC = `
record=$1 boot=$2 fingerprint=$3 signal=$4
shift 4
if [ -r "/proc/$$/stat" ]; then
  start=$(read -r stat <"/proc/$$/stat"; set -- \${stat##*) }; echo "\${20}")
else
  start=$(set -- $(ps -o lstart= -p $$); IFS=_; echo "$*")
fi
echo "$$ $start $boot $fingerprint $signal" >"$record.new" && mv "$record.new" "$record" || exit 1
exec "$@"
`;

/**
 * @typedef {Pick<import('./ensure-running.mjs').ProcessSpec, 'name' | 'command' | 'args' | 'cwd' | 'env' | 'user'
 *   | 'stopSignal'> & { fingerprint: string, logFile: string, recordFile: string }} Launch
 */

/**
 * Starts a program in the background, in a session of its own: it survives the terminal and keeps none of our
 * streams open. Resolves once its record exists.
 * @param {Launch} launch
 */
export async function launchProcess(launch) {
  if (existsSync(launch.logFile) && statSync(launch.logFile).size > LOG_LIMIT) {
    renameSync(launch.logFile, `${launch.logFile}.1`);
  }
  rmSync(launch.recordFile, { force: true });
  const log = openSync(launch.logFile, 'a', 0o640);
  const words = [...asUser(launch.user), launch.command, ...launch.args];
  const record = [launch.recordFile, bootId(), launch.fingerprint, launch.stopSignal];
  const child = spawn('/bin/sh', ['-c', RECORD_THEN_EXEC, 'sh', ...record, ...words], {
    cwd: launch.cwd,
    env: launch.env,
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();
  const failure = new Promise((resolve) => child.once('error', resolve));
  await waitForRecord(launch, child.pid, failure);
}

/** @param {Launch} launch @param {number | undefined} pid @param {Promise<unknown>} failure */
async function waitForRecord(launch, pid, failure) {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    if (readRecord(launch.recordFile)?.pid === pid) return;
    const error = await Promise.race([failure, sleep(10)]);
    if (error instanceof Error)
      throw new UserFacingError(`${launch.name} could not be started: ${error.message}`);
  }
  throw new UserFacingError(
    `${launch.name} could not be started: it wrote no record to ${launch.recordFile}.`,
  );
}
