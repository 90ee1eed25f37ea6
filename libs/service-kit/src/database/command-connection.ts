import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { endWhenSilent, SILENT } from './end-when-silent.js';
import { isBackendAtWork, SILENT_AFTER_MS } from './open-database.js';

/** Time in milliseconds for a command's connection to be accepted. */
export const COMMAND_CONNECT_TIMEOUT_MS = 20_000;
/** One question that a busy Postgres does not answer in time must not end a migration of an hour. */
const QUESTIONS = 3;
/** Pause before a further question, as a connection may also be refused at once. */
const QUESTION_PAUSE_MS = 3000;
const GOODBYE_TIMEOUT_MS = 3000;

/** Postgres says nothing to a command, which would otherwise wait for ever. Its text has no password. */
export class PostgresSilentError extends Error {
  override readonly name = 'PostgresSilentError';

  constructor(url: string, cause: unknown) {
    super(
      `Postgres at ${new URL(url).host} does not respond. Check that it runs and that its port can be reached from ` +
        'here, then run this command again: what it has done is not done twice.',
      { cause },
    );
  }
}

/** Ends a command's connection once a statement gets no reply and Postgres does not say that it is at work on it. */
export function guardConnection(client: ClientBase, url: string): void {
  client.on('error', ignore);
  client.addListener(SILENT, ignore);
  endWhenSilent(client, SILENT_AFTER_MS, async (backend) => {
    for (let question = 1; question <= QUESTIONS; question += 1) {
      if (question > 1) await sleep(QUESTION_PAUSE_MS);
      if (await isBackendAtWork(url, backend)) return true;
    }
    return false;
  });
}

/**
 * Runs a command's work with Postgres, and then `close`, which may take 3 s.
 * @throws PostgresSilentError where Postgres accepts no connection in time, or a guarded one was ended
 */
export async function runCommand<T>(
  url: string,
  work: () => Promise<T>,
  close: () => Promise<void>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isSilence(error) ? new PostgresSilentError(url, error) : error;
  } finally {
    await Promise.race([close(), sleep(GOODBYE_TIMEOUT_MS, undefined, { ref: false })]);
  }
}

/** Texts of pg for its time-outs, and for a connection that this process has ended. */
const isSilence = (error: unknown) =>
  error instanceof Error &&
  /^(timeout e|Connection terminated$|Connection terminated due to)/i.test(error.message);

const ignore = () => undefined;
