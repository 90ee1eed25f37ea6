import type pg from 'pg';

/** Sequence from which Postgres reads the virtual time; a sequence, since all transactions see its current value. */
export const CLOCK = 'simulation.clock';

/** Statements that do not read the time. */
const TIMELESS = /^\s*(START TRANSACTION|COMMIT|ROLLBACK|SET|RESET|SHOW)\b/i;

/** SQL that creates the clock and its functions; run once in the simulation's database. */
export const CREATE_CLOCK = `
  CREATE SCHEMA simulation;
  GRANT USAGE ON SCHEMA simulation TO PUBLIC;
  CREATE SEQUENCE ${CLOCK};
  GRANT SELECT ON ${CLOCK} TO PUBLIC;`;

/** Returns SQL for functions of a schema that precede Postgres's own in its roles' search paths. */
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
 * Returns SQL for a function that precedes Postgres's own, so that no transaction is ended by real time: on a
 * busy machine other processes run for longer than that. The gated connection counts the virtual timeout.
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

  /** Sets the time before a statement with this text. */
  async set(nowMs: number, text = ''): Promise<void> {
    const ms = Math.floor(nowMs);
    if (ms === this.shownMs || TIMELESS.test(text)) return;
    this.shownMs = ms;
    await this.admin.query(`SELECT setval('${CLOCK}', ${ms})`);
  }
}
