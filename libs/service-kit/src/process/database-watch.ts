import { hasDatabase } from '@likewell/contracts/core/has-database';
import type { Subscription } from '@nats-io/transport-node';
import { PollingWorker } from '../concurrency/polling-worker.js';
import type { PostgresProbe } from '../database/postgres-probe.js';
import type { Nats } from '../rpc/connect-nats.js';
import type { RpcClient } from '../rpc/rpc-client.js';
import type { RpcServer } from '../rpc/rpc-server.js';
import { wireText } from '../rpc/wire-text.js';
import type { Logger } from '../telemetry/logger.js';

const LOOK_EVERY_MS = 1000;
/**
 * Failed looks in a row after which Postgres counts as lost, and missing replies in a row after which no other replica
 * counts as having it.
 */
const LOST_AFTER = 3;

/** What the watch needs of its service. */
interface Watched {
  readonly service: string;
  readonly nats: Nats;
  readonly rpc: RpcClient;
  readonly calls: Pick<RpcServer, 'join' | 'leave'>;
  readonly probe: Pick<PostgresProbe, 'isWritable' | 'close'>;
  readonly logger: Logger;
}

/**
 * Looks whether this replica has its Postgres. One that has lost it leaves the calls of its service to those that
 * have it, and takes them again when nobody has it or it has come back. Otherwise NATS would keep sending it its share
 * of the calls.
 */
export class DatabaseWatch extends PollingWorker {
  private failures = 0;
  private missing = 0;
  private responding: Subscription | null = null;
  private isAway = false;

  constructor(private readonly watched: Watched) {
    super('database watch', watched.logger, LOOK_EVERY_MS, () => this.look());
  }

  /** True when the last look found a Postgres that takes writes. */
  get hasDatabase(): boolean {
    return this.failures === 0;
  }

  override async stop(): Promise<void> {
    await super.stop();
    this.watched.probe.close();
    this.respond(false);
  }

  private async look(): Promise<number> {
    const { probe, calls, logger } = this.watched;
    this.failures = (await probe.isWritable()) ? 0 : this.failures + 1;
    this.respond(this.hasDatabase);
    const isAway = this.failures >= LOST_AFTER && (await this.isElsewhere());
    if (isAway === this.isAway) return LOOK_EVERY_MS;
    this.isAway = isAway;
    logger.warn(
      { isAway },
      isAway ? 'Postgres is lost: other replicas take the calls' : 'calls are taken again',
    );
    if (isAway) await calls.leave();
    else calls.join();
    return LOOK_EVERY_MS;
  }

  /** Tells replicas that ask that this one has its Postgres, or leaves that to others. */
  private respond(responds: boolean): void {
    const { service, nats, logger } = this.watched;
    if (responds)
      this.responding ??= nats.connection.subscribe(hasDatabase(service).subject, {
        queue: service,
        callback: (error, message) => {
          if (!error) return void message.respond(wireText({ data: {} }));
          // NATS has ended the subscription. The next look asks for it again.
          this.responding = null;
          logger.error({ err: error }, 'other replicas cannot ask whether this one has its database');
        },
      });
    else {
      this.responding?.unsubscribe();
      this.responding = null;
    }
  }

  /**
   * Asks whether another replica has its Postgres. A lost bus leaves that as it was, and so do two replies in a row that
   * do not come: the others may be busy, or come back to the bus later than this one.
   */
  private async isElsewhere(): Promise<boolean> {
    const { service, nats, rpc } = this.watched;
    try {
      await rpc.call(hasDatabase(service), {});
      this.missing = 0;
      return true;
    } catch {
      if (!nats.isConnected()) return this.isAway;
      this.missing += 1;
      return this.isAway && this.missing < LOST_AFTER;
    }
  }
}
