import type pg from 'pg';

/** Where Postgres finds the virtual time; a sequence, since it is read as it is now and by everybody. */
export const CLOCK = 'simulation.clock';

/** Statements that ask for no time. */
const TIMELESS = /^\s*(START TRANSACTION|COMMIT|ROLLBACK|SET|RESET|SHOW)\b/i;

/** Makes what reads the clock; run once in the simulation's database. */
export const CREATE_CLOCK = `
  CREATE SCHEMA simulation;
  GRANT USAGE ON SCHEMA simulation TO PUBLIC;
  CREATE SEQUENCE ${CLOCK};
  GRANT SELECT ON ${CLOCK} TO PUBLIC;`;

/** Functions of a schema that stand before Postgres' own in its roles' search paths. */
export const shadowClock = (schema: string): string =>
  ['now', 'clock_timestamp', 'statement_timestamp', 'transaction_timestamp']
    .map(
      (name) => `
      CREATE FUNCTION ${schema}.${name}() RETURNS timestamptz LANGUAGE sql STABLE AS
        'SELECT to_timestamp(last_value / 1000.0) FROM ${CLOCK}';
      GRANT EXECUTE ON FUNCTION ${schema}.${name}() TO PUBLIC;`,
    )
    .join('');

/**
 * A function that stands before Postgres' own, so that no real second ends a transaction: on a busy machine others have
 * their turn for longer than that. The virtual one is counted by whoever has the connection.
 */
export const shadowIdleTimeout = (schema: string): string => `
  CREATE FUNCTION ${schema}.set_config(text, text, boolean) RETURNS text LANGUAGE sql VOLATILE AS $$
    SELECT pg_catalog.set_config(
      CASE $1 WHEN 'idle_in_transaction_session_timeout' THEN 'simulation.idle_timeout' ELSE $1 END, $2, $3) $$;
  GRANT EXECUTE ON FUNCTION ${schema}.set_config(text, text, boolean) TO PUBLIC;`;

/** Sets the clock that Postgres reads. */
export class VirtualTimeInPostgres {
  private shownMs = 0;

  constructor(private readonly admin: pg.Client) {}

  /** Before a statement with this text. */
  async set(nowMs: number, text = ''): Promise<void> {
    const ms = Math.floor(nowMs);
    if (ms === this.shownMs || TIMELESS.test(text)) return;
    this.shownMs = ms;
    await this.admin.query(`SELECT setval('${CLOCK}', ${ms})`);
  }
}
