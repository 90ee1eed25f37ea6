import type { Client, ClientBase } from 'pg';
import { watchStatements } from './watch-statements.js';

/**
 * Ends a connection whose statement gets no reply within that time, not even that it took too long. Postgres or the way to
 * it has gone without a word, as a machine does that loses its power; without this the statement would wait for good, and
 * everybody behind it. The statement fails as on any connection that is lost: whether it was executed is not known.
 */
export function endWhenSilent(client: ClientBase, withinMs: number): void {
  watchStatements(client, () => {
    // In two steps: a process that itself stood still reads what has come meanwhile after the first one.
    let timer = setTimeout(() => {
      timer = setTimeout(() => void (client as Client).end(), withinMs / 2);
    }, withinMs / 2);
    return () => {
      clearTimeout(timer);
    };
  });
}
