import type { Client, ClientBase } from 'pg';
import { sqlState } from './database-errors.js';
import { watchStatements } from './watch-statements.js';

/**
 * Ends a connection on which a statement may not write: its server has become a standby, and only a new
 * connection finds the primary.
 */
export function endWhenReadOnly(client: ClientBase): void {
  watchStatements(client, () => (error) => {
    if (sqlState(error) === '25006') void (client as Client).end();
  });
}
