import type { ClientBase } from 'pg';

type Callback = (error: unknown, result: unknown) => void;

/** Told of a statement's text as it begins; what it returns is told how it ends, by its error or null. */
export type StatementWatch = (text: string) => ((error: unknown) => void) | null;

/** Lets `watch` know of each statement on a connection. */
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

/** Null for what the driver is given in another shape, such as a cursor. */
function textOf(statement: unknown): string | null {
  if (typeof statement === 'string') return statement;
  if (typeof statement !== 'object' || statement === null || 'submit' in statement) return null;
  return 'text' in statement && typeof statement.text === 'string' ? statement.text : null;
}
