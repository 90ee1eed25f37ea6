import type { ClientBase } from 'pg';

type Callback = (error: unknown, result: unknown) => void;

/**
 * Called with a statement's text when it begins; the returned function is called when it ends, with its error
 * or null.
 */
export type StatementWatch = (text: string) => ((error: unknown) => void) | null;

/** Calls `watch` for each statement on a connection. */
export function watchStatements(client: ClientBase, watch: StatementWatch): void {
  const query = client.query.bind(client) as (...words: unknown[]) => unknown;
  const watched = (...words: unknown[]): unknown => {
    const text = textOf(words[0]);
    const end = text === null ? null : watch(text);
    if (!end) return query(...words);
    const last = words.at(-1);
    if (typeof last === 'function') {
      return query(...words.slice(0, -1), (error: unknown, result: unknown) => {
        end(error ?? null);
        (last as Callback)(error, result);
      });
    }
    const response = query(...words) as Promise<unknown>;
    response.then(() => {
      end(null);
    }, end);
    return response;
  };
  Object.assign(client, { query: watched });
}

/** Returns null for a statement in another form, such as a cursor. */
function textOf(statement: unknown): string | null {
  if (typeof statement === 'string') return statement;
  if (typeof statement !== 'object' || statement === null || 'submit' in statement) return null;
  return 'text' in statement && typeof statement.text === 'string' ? statement.text : null;
}
