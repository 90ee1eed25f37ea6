import type { ClientBase } from 'pg';
import { codeOf, endSpan, isTracing, openSpan } from '../telemetry/tracing.js';

type Callback = (error: unknown, result: unknown) => void;

/**
 * Makes a span of each statement on a connection: its text, in which values are numbered places, and never a value.
 * Without a tracer the connection stays as it is.
 */
export function traceStatements(client: ClientBase): void {
  if (!isTracing()) return;
  const query = client.query.bind(client) as (...words: unknown[]) => unknown;
  const traced = (...words: unknown[]): unknown => {
    const text = textOf(words[0]);
    const span = text === null ? null : openSpan('client', commandOf(text), attributesOf(text));
    if (!span) return query(...words);
    const last = words.at(-1);
    if (typeof last === 'function') {
      return query(...words.slice(0, -1), (error: unknown, result: unknown) => {
        endSpan(span, error ? codeOf(error) : null);
        (last as Callback)(error, result);
      });
    }
    const answer = query(...words) as Promise<unknown>;
    answer.then(
      () => endSpan(span),
      (error: unknown) => endSpan(span, codeOf(error)),
    );
    return answer;
  };
  Object.assign(client, { query: traced });
}

/** Null for what the driver is given in another shape, such as a cursor. */
function textOf(statement: unknown): string | null {
  if (typeof statement === 'string') return statement;
  if (typeof statement !== 'object' || statement === null || 'submit' in statement) return null;
  return 'text' in statement && typeof statement.text === 'string' ? statement.text : null;
}

const commandOf = (text: string) => /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL';
const attributesOf = (text: string) => ({ 'db.system.name': 'postgresql', 'db.query.text': text });
