import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

const FIRST_LOOK_MS = 3;

/** Finds statements that wait for a lock in Postgres's own tables, on an administrator's connection. */
export class LockWatch {
  constructor(private readonly admin: pg.Client) {}

  /**
   * Waits until a statement is answered (false) or waits for a lock that others hold (true). Postgres soon
   * answers a statement that causes a deadlock with an error.
   */
  async isBlocked(pid: number, response: Promise<unknown>, isAnswered: () => boolean): Promise<boolean> {
    await Promise.race([response, this.aMoment()]);
    while (!isAnswered()) {
      if ((await this.waiting([pid])).has(pid) && !(await this.isInCircle(pid))) return true;
      await Promise.race([response, this.aMoment()]);
    }
    return false;
  }

  /** Returns the connections that wait for a lock. */
  async waiting(pids: readonly number[]): Promise<Set<number>> {
    const { rows } = await this.admin.query<{ pid: number }>(
      'SELECT DISTINCT pid FROM pg_locks WHERE pid = ANY ($1) AND NOT granted',
      [pids],
    );
    return new Set(rows.map(({ pid }) => pid));
  }

  aMoment(): Promise<void> {
    return sleep(FIRST_LOOK_MS);
  }

  async cancel(pid: number): Promise<void> {
    await this.admin.query('SELECT pg_cancel_backend($1)', [pid]);
  }

  /** Ends a connection and waits until Postgres has released everything that it held. */
  async end(real: pg.Client, pid: number): Promise<void> {
    await this.admin.query('SELECT pg_terminate_backend($1)', [pid]);
    const alive = 'SELECT FROM pg_stat_activity WHERE pid = $1';
    while (((await this.admin.query(alive, [pid])).rowCount ?? 0) > 0);
    await real.end().catch(() => undefined);
  }

  private async isInCircle(pid: number): Promise<boolean> {
    const { rows } = await this.admin.query<{ circle: boolean }>(
      `WITH RECURSIVE wait (pid) AS (
         SELECT unnest(pg_blocking_pids($1)) UNION SELECT unnest(pg_blocking_pids(wait.pid)) FROM wait)
       SELECT EXISTS (SELECT FROM wait WHERE pid = $1) AS circle`,
      [pid],
    );
    return rows[0]?.circle ?? false;
  }
}
