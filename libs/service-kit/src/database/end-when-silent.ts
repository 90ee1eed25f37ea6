import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, ClientBase } from 'pg';
import { watchStatements } from './watch-statements.js';

/** Event of a connection whose statement gets no reply within its time. */
export const SILENT = 'silent';

/**
 * Ends a connection whose statement gets no reply within that time, not even a statement timeout. This
 * happens when the server or the network disappears without notice, for example in a power failure; otherwise
 * the statement, and everything queued behind it, would wait for ever. The statement fails as on any lost
 * connection: whether it was executed is not known.
 *
 * A connection with a listener for {@link SILENT} stays as long as Postgres says that it is at work on it: a
 * commit that waits for a standby outlives its connection, and would hold one of Postgres's own beside the
 * pool's next.
 * @param isAtWork asks Postgres about the backend with this process id, and never rejects
 */
export function endWhenSilent(
  client: ClientBase,
  withinMs: number,
  isAtWork: (backend: number) => Promise<boolean>,
): void {
  const { processID } = client as ClientBase & { processID: number };
  watchStatements(client, () => {
    let isOver = false;
    const giveUp = async () => {
      const isKept = client.emit(SILENT);
      while (isKept && (await isAtWork(processID)) && !isOver)
        await sleep(withinMs, undefined, { ref: false });
      if (!isOver) await (client as Client).end();
    };
    // Two timer steps: a process that was itself paused reads the data that arrived meanwhile after the first
    // one.
    let timer = setTimeout(() => {
      timer = setTimeout(() => void giveUp(), withinMs / 2);
    }, withinMs / 2);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  });
}
