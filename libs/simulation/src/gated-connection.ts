import { AsyncLocalStorage } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import pg from 'pg';
import type { GatedPostgres, Statement, Done, StatementFate } from './gated-postgres.js';
import type { Scheduled } from './scheduler.js';
import { summaryOf } from './trace.js';
import { currentProcess, type SimulatedProcess } from './simulated-process.js';

const IDLE_IN_TRANSACTION_TIMEOUT_MS = 15_000;
/** Idle timeout of a transaction that may hold the ledger's lock, and the statement that begins it. */
const IDLE_WITH_LEDGER_TIMEOUT_MS = 1000;
const LOCKS_LEDGER = /\bopen_account\(/;

/** A connection as pg's pool and TypeORM use one. */
export class GatedConnection extends EventEmitter {
  readonly owner: SimulatedProcess;
  real: pg.Client | null = null;
  pid = 0;
  // The pool reads these two properties of pg's Client.
  _queryable = true;
  _ending = false;
  private readonly inItsContext = AsyncLocalStorage.snapshot();
  private readonly queue: Statement[] = [];
  private current: Statement | null = null;
  private inTransaction = false;
  private idleTimeout: Scheduled | null = null;

  constructor(
    private readonly postgres: GatedPostgres,
    private readonly options: pg.ClientConfig,
  ) {
    super();
    const owner = currentProcess();
    if (!owner) throw new Error('a connection belongs to a process');
    this.owner = owner;
  }

  get isOpen(): boolean {
    return this.real !== null && this._queryable && !this._ending;
  }

  isConnected(): boolean {
    return this.isOpen;
  }

  connect(done: (error: Error | null) => void): void {
    const { scheduler, faults } = this.postgres;
    scheduler.after(faults.delayMs(this.owner, ''), this.owner, 'connect', async () => {
      const real = new pg.Client({ connectionString: this.options.connectionString });
      real.on('error', () => undefined);
      await real.connect();
      this.real = real;
      const { rows } = await real.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      this.pid = rows[0]?.pid ?? 0;
      this.inItsContext(() => done(null));
    });
  }

  query(
    first: string | Statement['config'],
    second?: unknown[] | Done,
    third?: Done,
  ): Promise<unknown> | undefined {
    const config = {
      ...(typeof first === 'string' ? { text: first } : first),
      ...(Array.isArray(second) && { values: second }),
    };
    const callback = typeof second === 'function' ? second : third;
    const inCallersContext = AsyncLocalStorage.snapshot();
    const enqueue = (done: Done) => {
      this.queue.push({ config, done: (error, result) => inCallersContext(done, error, result) });
      this.sendNext();
    };
    if (callback) {
      enqueue(callback);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      enqueue((error, result) => {
        if (error instanceof Error) reject(error);
        else resolve(result);
      });
    });
  }

  end(done?: () => void): Promise<void> | undefined {
    this._ending = true;
    const { real } = this;
    this.real = null;
    this.postgres.forget(this);
    // Like pg, reports the loss to everyone who waits for a reply, since none will come.
    const lost = [...(this.current ? [this.current] : []), ...this.queue.splice(0)];
    this.current = null;
    if (this.idleTimeout) this.idleTimeout.isCancelled = true;
    this.postgres.scheduler.after(0.1, this.owner, 'disconnect', async () => {
      if (real) await this.postgres.locks.end(real, this.pid);
      for (const statement of lost) statement.done(new Error('Connection terminated'));
      await this.postgres.settleBlocked();
      if (done) this.inItsContext(done);
    });
    return undefined;
  }

  /** Cuts the connection in the network: the process learns of it at once, from the error. */
  async cut(): Promise<void> {
    const { real } = this;
    if (!real) return;
    this.real = null;
    this._queryable = false;
    if (this.idleTimeout) this.idleTimeout.isCancelled = true;
    await this.postgres.locks.end(real, this.pid);
    const error = Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
    const lost = [...(this.current ? [this.current] : []), ...this.queue.splice(0)];
    this.current = null;
    this.postgres.scheduler.after(0.1, this.owner, 'connection lost', () => {
      for (const { done } of lost) done(error);
      this.inItsContext(() => this.emit('error', error));
      this.inItsContext(() => this.emit('end'));
    });
    await this.postgres.settleBlocked();
  }

  /** Drops the connection of a process that has ended: a statement under way may or may not reach Postgres. */
  async drop(): Promise<void> {
    const { real, current } = this;
    this.postgres.forget(this);
    if (this.idleTimeout) this.idleTimeout.isCancelled = true;
    if (!real) return;
    if (current && this.postgres.random.chance(0.5)) {
      await this.postgres.execute(this, { config: current.config, done: () => undefined });
    }
    this.real = null;
    await this.postgres.locks.end(real, this.pid);
  }

  private sendNext(): void {
    if (this.current || this.queue.length === 0) return;
    const statement = this.queue.shift();
    if (!statement) return;
    if (this.idleTimeout) this.idleTimeout.isCancelled = true;
    this.current = statement;
    const { scheduler, faults } = this.postgres;
    const { text } = statement.config;
    scheduler.after(faults.delayMs(this.owner, text), null, null, async () => {
      if (this.current !== statement || !this.owner.isAlive) return;
      if (!this.isOpen) {
        this.current = null;
        statement.done(Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' }));
        return;
      }
      const fate = faults.fateOf(this.owner, text);
      if (fate === 'request-lost') await this.cut();
      else {
        const done: Done = (error, result) => this.reply(statement, fate, error, result);
        await this.postgres.execute(this, { config: statement.config, done });
      }
    });
  }

  private reply(statement: Statement, fate: StatementFate, error: unknown, result: unknown): void {
    const { scheduler, trace, random } = this.postgres;
    const { text } = statement.config;
    if (this.current !== statement) return;
    trace.add(
      scheduler.nowMs,
      'statement',
      `${this.owner.name} ${summaryOf(text)} ${outcomeOf(error, result)}`,
    );
    this.watchTransaction(text);
    const cut = fate === 'reply-lost' ? scheduler.after(0, null, 'reply lost', () => this.cut()) : null;
    if (cut) return;
    scheduler.after(random.between(0.05, 0.4), this.owner, null, () => {
      if (this.current !== statement) return;
      this.current = null;
      statement.done(error, result);
      this.sendNext();
    });
  }

  /** Lets Postgres end a transaction whose process has become silent. */
  private watchTransaction(text: string): void {
    if (/^\s*(START TRANSACTION|BEGIN)/i.test(text)) this.inTransaction = true;
    else if (/^\s*(COMMIT|ROLLBACK)/i.test(text)) this.inTransaction = false;
    if (!this.inTransaction) return;
    const { scheduler } = this.postgres;
    const timeoutMs = LOCKS_LEDGER.test(text) ? IDLE_WITH_LEDGER_TIMEOUT_MS : IDLE_IN_TRANSACTION_TIMEOUT_MS;
    this.idleTimeout = scheduler.after(timeoutMs, null, null, async () => {
      if (!this.owner.isAlive) return;
      this.postgres.trace.add(scheduler.nowMs, 'idle-in-transaction', this.owner.name);
      await this.cut();
    });
  }
}

function outcomeOf(error: unknown, result: unknown): string {
  if (error) return `error ${(error as { code?: string }).code ?? (error as Error).message}`;
  const results = (Array.isArray(result) ? result : [result]) as pg.QueryResult[];
  return results
    .map(({ rowCount, rows }) => `${rowCount ?? 0} ${rowsOf(rows)}`)
    .join(';')
    .replaceAll(RANDOM_NAME, '')
    .slice(0, 300);
}

/** Random names of roles and schemas, which allow many simulations to share a server. */
const RANDOM_NAME = /_[0-9a-f]{10}\b/g;

/** Sorted rows: without ORDER BY, their order depends on when old row versions were vacuumed. */
const rowsOf = (rows: unknown[]): string =>
  rows
    .map((row) => JSON.stringify(row))
    .sort()
    .join();
