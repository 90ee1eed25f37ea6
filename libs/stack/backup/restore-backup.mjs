// @ts-check
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  createReadStream,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { spawn } from 'node:child_process';
import { UserFacingError } from '../machine/user-facing-error.mjs';
import { lastLines } from '../machine/run.mjs';
import { asUser } from '../machine/users.mjs';
import { stopAll } from '../processes/stop-all.mjs';
import { postgresBinaries, postgresUser, runAsPostgres } from '../servers/postgres-cluster.mjs';
import { privateFolder } from '../servers/private-folder.mjs';
import { psql, queryOrFail } from '../servers/psql.mjs';
import { startServers } from '../servers/start-servers.mjs';
import { walFolder } from './synchronous.mjs';
import { putWalAside } from './wal-receiver.mjs';

/** @typedef {import('../state/stack.mjs').Stack} Stack */

const REPLAY_WITHIN_MS = 60 * 60_000;

/**
 * Replaces a stack's database with a backup and replays all WAL that was received since. Nothing is deleted:
 * the old data is moved aside. The bus and the cache are emptied, because their state is later than the
 * database's: services publish their retained events again, and consumers drop duplicates. Without WAL every
 * session is ended. Leaves the servers running.
 * @param {Stack} stack
 * @param {string} file
 * @param {string} [wal] folder of the received WAL; without it the database has the state at the end of the
 *   backup
 * @returns {Promise<string[]>} the folders that were moved aside
 */
export async function restoreBackup(stack, file, wal) {
  if (stack.env.DATABASE_URL)
    throw new UserFacingError('The database is the one of DATABASE_URL: it is restored where it runs.');
  if (wal !== undefined && !existsSync(wal))
    throw new UserFacingError(`There is no ${wal} to take the WAL from.`);
  await checkSum(file);
  const folder = join(stack.state, 'postgres');
  const draft = `${folder}.restored`;
  rmSync(draft, { recursive: true, force: true });
  privateFolder(draft, postgresUser());
  await extract(file, draft);
  await verify(stack, draft);
  if (wal !== undefined) await prepareReplay(draft, wal);

  await stopAll(stack);
  const ending = `before-restore-${new Date().toISOString().replace(/\.\d+/, '').replaceAll(':', '-')}`;
  const aside = [];
  if (existsSync(folder)) {
    renameSync(folder, `${folder}.${ending}`);
    aside.push(`${folder}.${ending}`);
  }
  renameSync(draft, folder);
  for (const server of ['nats', 'redis']) rmSync(join(stack.state, server), { recursive: true, force: true });
  // The receiver starts again with an empty folder, so the WAL is replayed before it starts.
  const alone = { ...stack, env: { ...stack.env, WAL_TO: '' } };
  await startServers(/** @type {Stack} */ (alone));
  await waitForReplay(stack);
  if (wal !== undefined) {
    await requireAllReplayed(stack, wal);
    await queryOrFail(stack, 'alter system reset restore_command');
  } else await endSessions(stack);
  const received = walFolder(stack) ?? wal;
  const old = received !== undefined && existsSync(received) ? putWalAside(received, ending) : undefined;
  return old === undefined ? aside : [...aside, old];
}

/**
 * Ends every session: those that were ended after the backup would be open again, a thief's among them.
 * @param {Stack} stack
 */
async function endSessions(stack) {
  const sql = `do $$ begin if to_regclass('auth.session') is not null then delete from auth.session; end if; end $$`;
  const { code, output } = await psql(stack, stack.database, sql);
  if (code !== 0) throw new UserFacingError('The sessions could not be ended.', lastLines(output));
}

/** @param {string} file */
async function checkSum(file) {
  if (!existsSync(file))
    throw new UserFacingError(`There is no backup ${file}.`, ['make backup says where it puts them.']);
  const beside = `${file}.sha256`;
  if (!existsSync(beside))
    throw new UserFacingError(`${basename(beside)} is missing: nothing says whether the file is whole.`);
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  if (!readFileSync(beside, 'utf8').startsWith(hash.digest('hex')))
    throw new UserFacingError(`${file} is not as it was written: its SHA-256 is another one.`);
}

/** @param {string} file @param {string} folder */
async function extract(file, folder) {
  const [command = '', ...args] = [...asUser(postgresUser()), 'tar', '-x', '-C', folder];
  const child = spawn(command, args, { cwd: folder, stdio: ['pipe', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => (said += chunk));
  const [[code]] = await Promise.all([
    once(child, 'close'),
    pipeline(createReadStream(file), createGunzip(), child.stdin).catch(() => undefined),
  ]);
  if (code !== 0) throw new UserFacingError(`${file} could not be unpacked.`, lastLines(said));
  chmodSync(folder, 0o700);
}

/**
 * Verifies every file of the copy against the manifest that Postgres wrote with it.
 * @param {Stack} stack
 * @param {string} folder
 */
async function verify(stack, folder) {
  const program = join(postgresBinaries(stack, folder), 'pg_verifybackup');
  const options = { cwd: folder, timeoutMs: 30 * 60_000 };
  await runAsPostgres('pg_verifybackup', [program, '--quiet', folder], options);
}

/** @param {string} folder @param {string} wal */
async function prepareReplay(folder, wal) {
  // Postgres would take an unreadable file for the end of the WAL.
  const look = ['test', '-r', join(wal, newestSegment(wal).file)];
  await runAsPostgres(`Postgres' user cannot read ${wal}: the look at it`, look, { cwd: folder });
  const quoted = `'${wal.replaceAll("'", `'\\''`)}'`;
  // The segment that was being written at the end is a partial one.
  const command = `cp ${quoted}/%f "%p" || cp ${quoted}/%f.partial "%p"`;
  appendFileSync(
    join(folder, 'postgresql.auto.conf'),
    `restore_command = '${command.replaceAll("'", "''")}'\n`,
  );
  writeFileSync(join(folder, 'recovery.signal'), '');
}

/** @param {Stack} stack */
async function waitForReplay(stack) {
  const deadline = Date.now() + REPLAY_WITHIN_MS;
  for (;;) {
    const { code, output } = await psql(stack, 'postgres', 'select pg_is_in_recovery()');
    if (code === 0 && output.trim() === 'f') return;
    if (Date.now() > deadline)
      throw new UserFacingError('The WAL was not replayed within an hour; its log: make logs P=postgres');
    await sleep(100);
  }
}

/** Finds the newest segment of WAL in a folder; its number continues across timelines. @param {string} wal */
function newestSegment(wal) {
  const segments = readdirSync(wal)
    .filter((file) => /^[0-9A-F]{24}(\.partial)?$/.test(file))
    .map((file) => ({
      file,
      number: parseInt(file.slice(8, 16), 16) * 256 + parseInt(file.slice(16, 24), 16),
    }))
    .sort((a, b) => b.number - a.number);
  if (!segments[0]) throw new UserFacingError(`There is no WAL in ${wal}.`);
  return segments[0];
}

/**
 * Checks that the replay reached the newest segment: Postgres takes a missing segment for the end of the WAL.
 * @param {Stack} stack
 * @param {string} wal
 */
async function requireAllReplayed(stack, wal) {
  const lsn = await queryOrFail(stack, 'select pg_last_wal_replay_lsn()');
  const [high = '', low = ''] = lsn.split('/');
  const reached = parseInt(high, 16) * 256 + (parseInt(low, 16) >>> 24);
  const newest = newestSegment(wal);
  // The newest segment may have been created and contain nothing yet.
  if (newest.number - reached <= 1) return;
  throw new UserFacingError(
    `The WAL was replayed up to ${lsn}, but ${wal} goes on to ${newest.file}: some is missing between.`,
    ['Restore an earlier or later backup whose WAL is whole; the database stands as far as it was replayed.'],
  );
}
