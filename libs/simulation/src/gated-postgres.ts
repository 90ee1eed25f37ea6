import type pg from 'pg';
import { GatedConnection } from './gated-connection.js';
import type { LockWatch } from './lock-watch.js';
import type { Random } from './random.js';
import type { Scheduled, Scheduler } from './scheduler.js';
import type { SimulatedProcess } from './simulated-process.js';
import { summaryOf, type Trace } from './trace.js';
import type { VirtualTimeInPostgres } from './virtual-time-in-postgres.js';

export type Done = (error: unknown, result?: unknown) => void;
/** A statement and its callback. */
export interface Statement {
  readonly config: { readonly text: string; readonly values?: unknown[]; readonly name?: string };
  readonly done: Done;
}

/** Fate of a statement under way. */
export type StatementFate = 'served' | 'request-lost' | 'reply-lost';

/** Faults of Postgres. */
export interface PostgresFaults {
  /** Delay of a statement, or of a connection, on the way to Postgres. */
  delayMs(owner: SimulatedProcess, text: string): number;
  fateOf(owner: SimulatedProcess, text: string): StatementFate;
}

const STATEMENT_TIMEOUT_MS = 10_000;

/**
 * A real Postgres behind the scheduler: each statement is sent when its event is due, and nothing else
 * happens until it is answered or waits for a lock. A waiting statement continues when another one releases
 * the lock.
 */
export class GatedPostgres {
  /** Called after each statement that was answered. */
  afterStatement: (owner: SimulatedProcess) => Promise<void> = () => Promise.resolve();
  private readonly connections = new Set<GatedConnection>();
  private readonly blocked: Blocked[] = [];

  constructor(
    readonly scheduler: Scheduler,
    readonly random: Random,
    readonly trace: Trace,
    readonly faults: PostgresFaults,
    readonly time: VirtualTimeInPostgres,
    readonly locks: LockWatch,
  ) {}

  /** Returns the class that the pool of a simulated process uses as pg's Client. */
  clientClass(): new (options: pg.ClientConfig) => GatedConnection {
    // eslint-disable-next-line @typescript-eslint/no-this-alias -- the pool makes its clients by `new Client(options)`
    const postgres = this;
    return class extends GatedConnection {
      constructor(options: pg.ClientConfig) {
        super(postgres, options);
        postgres.connections.add(this);
      }
    };
  }

  forget(connection: GatedConnection): void {
    this.connections.delete(connection);
  }

  /** Ends a process's connections as a crash does: statements under way may or may not have reached Postgres. */
  async dropProcess(process: SimulatedProcess): Promise<void> {
    for (const connection of this.connections) if (connection.owner === process) await connection.drop();
    await this.settleBlocked();
  }

  /** Cuts one open connection of a running process; false when it has none. */
  async cutOne(process: SimulatedProcess): Promise<boolean> {
    const open = [...this.connections].filter(({ owner, isOpen }) => owner === process && isOpen);
    if (open.length === 0) return false;
    await this.random.pick(open).cut();
    return true;
  }

  /** Sends a statement; resolves when it is answered or waits for a lock, and calls `done` when it is answered. */
  async execute(connection: GatedConnection, { config, done }: Statement): Promise<void> {
    const { real } = connection;
    if (!real) return;
    await this.time.set(this.scheduler.nowMs, config.text);
    let isAnswered = false;
    const response = real.query(config).then(
      (result) => ((isAnswered = true), () => done(null, result)),
      (error: unknown) => ((isAnswered = true), () => done(error)),
    );
    if (await this.locks.isBlocked(connection.pid, response, () => isAnswered)) {
      this.trace.add(this.scheduler.nowMs, 'lock-wait', `${connection.owner.name} ${summaryOf(config.text)}`);
      const timeout = this.scheduler.after(STATEMENT_TIMEOUT_MS, null, 'statement timeout', () =>
        this.cancel(connection.pid),
      );
      this.blocked.push({ connection, response, isAnswered: () => isAnswered, timeout });
      return;
    }
    (await response)();
    await this.settleBlocked();
    await this.afterStatement(connection.owner);
  }

  /** Waits until each blocked statement is answered or waits again, and delivers the answers in their order. */
  async settleBlocked(): Promise<void> {
    if (this.blocked.length === 0) return;
    for (;;) {
      const still = await this.locks.waiting(this.blocked.map(({ connection }) => connection.pid));
      const moving = this.blocked.filter((each) => !each.isAnswered() && !still.has(each.connection.pid));
      if (moving.length === 0) break;
      await Promise.race([...moving.map(({ response }) => response), this.locks.aMoment()]);
    }
    for (const each of this.blocked.filter(({ isAnswered }) => isAnswered())) {
      this.blocked.splice(this.blocked.indexOf(each), 1);
      each.timeout.isCancelled = true;
      (await each.response)();
    }
  }

  private async cancel(pid: number): Promise<void> {
    await this.locks.cancel(pid);
    const cancelled = this.blocked.find(({ connection }) => connection.pid === pid);
    await cancelled?.response;
    await this.settleBlocked();
  }
}

interface Blocked {
  readonly connection: GatedConnection;
  readonly response: Promise<() => void>;
  readonly isAnswered: () => boolean;
  readonly timeout: Scheduled;
}
