import type { Database } from '@likewell/service-kit/database/database';
import { readCliArguments, textArgument, UserFacingError } from '@likewell/service-kit/process/cli-arguments';
import { operatorOf } from '@likewell/service-kit/process/operator-arguments';
import { open, unlink } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { beginExport, chunksOf, deleteExport, findChunk, findExport } from '../exports/exports.queries.js';
import { lockNamed } from './named-member.js';
import { memberArguments } from './member-arguments.js';
import type { MemberCommand } from './member-commands.js';

const MAX_PATH = 1000;
const LOOK_EVERY_MS = 300;
/** Attempts at an export end before this timeout. */
const GIVE_UP_MS = 15 * 60_000;
const words = memberArguments.extend({ to: textArgument('to', MAX_PATH) });

/** An export that is ready. */
interface Ready {
  readonly memberId: number;
  readonly exportId: number;
  readonly bytes: number;
}

/**
 * Exports a member's data for a member who requests it in another way than on the page: `make export-member
 * user=… to=maya.zip why=…`. A running auth makes the file; `to=-` is standard output. The command overwrites
 * no file, and auth keeps no copy.
 */
export const exportMember: MemberCommand = async ({ database, events, rules }, given) => {
  const { user, to, ...said } = readCliArguments(words, given);
  const doneBy = operatorOf(said, rules);
  const path = to === '-' ? null : resolve(process.env.CALLED_FROM ?? process.cwd(), to);
  const target = path === null ? null : await openNew(path);
  try {
    const asked = await database.transaction(async (tx) => {
      const { memberId } = (await lockNamed(tx, user)).member;
      await events.record(tx, { memberId, kind: 'export-requested', doneBy });
      return { memberId, exportId: (await beginExport(tx, memberId, 'operator')).id };
    });
    const ready = await untilReady(database, asked.memberId, asked.exportId);
    await pipeline(chunks(database, ready), target?.createWriteStream() ?? process.stdout, {
      end: target !== null,
    });
    await database.transaction((tx) => deleteExport(tx, ready.memberId, 'operator'));
    return `The data of ${user}, ${ready.bytes} bytes, is in ${path ?? 'standard output'}.`;
  } catch (error) {
    if (path !== null) await unlink(path);
    throw error;
  } finally {
    await target?.close();
  }
};

/** Creates a file that only its owner can read, since the data in it is private. @throws UserFacingError */
async function openNew(path: string) {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UserFacingError(
      code === 'EEXIST' ? `${path} is there already.` : `${path} cannot be written: ${code ?? String(error)}`,
    );
  }
}

/** @throws UserFacingError */
async function untilReady(database: Database, memberId: number, exportId: number): Promise<Ready> {
  const endsAt = Date.now() + GIVE_UP_MS;
  while (Date.now() < endsAt) {
    const found = await findExport(database.read, memberId, 'operator');
    if (found?.id !== exportId)
      throw new UserFacingError('Somebody else has asked for the same file meanwhile.');
    if (found.status === 'failed')
      throw new UserFacingError('The file could not be made; the log of auth says why.');
    if (found.status === 'ready' && found.bytes !== null) return { memberId, exportId, bytes: found.bytes };
    await sleep(LOOK_EVERY_MS);
  }
  throw new UserFacingError('The file was not made in time. Does auth run?');
}

async function* chunks(database: Database, { memberId, exportId, bytes }: Ready): AsyncGenerator<Buffer> {
  for (let number = 0; number < chunksOf(bytes); number += 1) {
    const chunk = await findChunk(database.read, { memberId, exportId, number }, 'operator');
    if (!chunk) throw new UserFacingError('The file went away while it was read.');
    yield chunk;
  }
}
