import type { ClientBase } from 'pg';
import { codeOf, endSpan, isTracing, openSpan } from '../telemetry/tracing.js';
import { watchStatements } from './watch-statements.js';

/**
 * Makes a span for each statement on a connection, with its text, in which values are numbered placeholders,
 * and never a value. Without a tracer the connection is left unchanged.
 */
export function traceStatements(client: ClientBase): void {
  if (!isTracing()) return;
  watchStatements(client, (text) => {
    const span = openSpan('client', commandOf(text), attributesOf(text));
    if (!span) return null;
    return (error) => {
      endSpan(span, error ? codeOf(error) : null);
    };
  });
}

const commandOf = (text: string) => /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL';
const attributesOf = (text: string) => ({ 'db.system.name': 'postgresql', 'db.query.text': text });
