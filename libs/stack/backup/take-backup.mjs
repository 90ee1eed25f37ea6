// @ts-check
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { UserFacingError } from '../machine/user-facing-error.mjs';
import { lastLines } from '../machine/run.mjs';
import { baseEnvironment } from '../servers/base-environment.mjs';
import { postgresBinaries } from '../servers/postgres-cluster.mjs';
import { SUPERUSER } from '../state/stack.mjs';

/** @typedef {import('../state/stack.mjs').Stack} Stack */

/**
 * Copies the whole running Postgres of a stack: data, roles and the WAL that makes the copy consistent. The
 * result is one compressed file, with its SHA-256 in the format of sha256sum in a second file.
 * @param {Stack} stack the stack; its Postgres must be running
 * @param {string} folder
 * @returns {Promise<{ file: string, bytes: number }>}
 */
export async function takeBackup(stack, folder) {
  if (stack.env.DATABASE_URL)
    throw new UserFacingError('The database is the one of DATABASE_URL: it is backed up where it runs.');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const time = new Date().toISOString().replace(/\.\d+/, '').replaceAll(':', '-');
  const file = join(folder, `likewell-${time}.tar.gz`);
  const draft = `${file}.part`;
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk, _, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const words = ['--pgdata=-', '--format=tar', '--wal-method=fetch', '--checkpoint=fast', '--no-password'];
  words.push('--host=127.0.0.1', `--port=${stack.portOf('postgres')}`, `--username=${SUPERUSER}`);
  const child = spawn(join(postgresBinaries(stack), 'pg_basebackup'), words, {
    cwd: stack.state,
    env: { ...baseEnvironment(stack.env), PGPASSWORD: stack.secret('postgres.superuser') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => (said += chunk));
  try {
    const target = createWriteStream(draft, { mode: 0o600, flush: true });
    const [[code]] = await Promise.all([
      once(child, 'close'),
      pipeline(child.stdout, createGzip({ level: 1 }), hashing, target),
    ]);
    if (code !== 0) throw new UserFacingError(`pg_basebackup failed (exit code ${code}).`, lastLines(said));
    writeFileSync(`${file}.sha256`, `${hash.digest('hex')}  ${basename(file)}\n`, { mode: 0o600 });
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
  return { file, bytes: statSync(file).size };
}
