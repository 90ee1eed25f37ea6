import type { Client, ClientBase } from 'pg';
import { watchStatements } from './watch-statements.js';

/**
 * Ends a connection whose statement gets no reply within that time, not even a statement timeout. This
 * happens when the server or the network disappears without notice, for example in a power failure; otherwise
 * the statement, and everything queued behind it, would wait for ever. The statement fails as on any lost
 * connection: whether it was executed is not known.
 */
export function endWhenSilent(client: ClientBase, withinMs: number): void {
  watchStatements(client, () => {
    // Two timer steps: a process that was itself paused reads the data that arrived meanwhile after the first
    // one.
    let timer = setTimeout(() => {
      timer = setTimeout(() => void (client as Client).end(), withinMs / 2);
    }, withinMs / 2);
    return () => {
      clearTimeout(timer);
    };
  });
}
