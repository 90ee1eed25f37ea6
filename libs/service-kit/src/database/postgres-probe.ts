import pg from 'pg';
import { CONNECT_TIMEOUT_MS } from './open-database.js';

const REPLY_WITHIN_MS = 1000;
/** Number of questions to one connection. A new one also notices that the password has changed. */
const QUESTIONS = 30;

/**
 * Asks Postgres whether it is there and takes writes, on a connection of its own: a pool whose connections are all
 * busy cannot tell.
 */
export class PostgresProbe {
  private client: pg.Client | null = null;
  private questions = 0;

  constructor(
    private readonly url: string,
    private readonly applicationName: string,
  ) {}

  /** Returns false also where no connection comes within the pool's time-out, or no reply within a second. Never rejects. */
  async isWritable(): Promise<boolean> {
    if (this.questions >= QUESTIONS) await this.renew();
    const wasConnected = this.client !== null;
    // A connection that was lost meanwhile, or a server that has become a standby, says nothing about a new one.
    return (await this.ask()) || (wasConnected && (await this.ask()));
  }

  /**
   * Replaces the connection. It is kept if Postgres has no room for a new one, or responds too late; if the log-in is
   * rejected, it is closed.
   */
  private async renew(): Promise<void> {
    const former = this.client;
    this.questions = 0;
    try {
      this.client = await this.connect();
      void former?.end();
    } catch (error) {
      if (isLoginRejected(error)) this.close();
    }
  }

  private async ask(): Promise<boolean> {
    try {
      this.client ??= await this.connect();
      this.questions += 1;
      const { rowCount } = await this.client.query(
        `SELECT WHERE current_setting('transaction_read_only') = 'off'`,
      );
      if (rowCount === 1) return true;
    } catch {
      // The reason does not matter: the next question gets a new connection.
    }
    this.close();
    return false;
  }

  close(): void {
    void this.client?.end();
    this.client = null;
    this.questions = 0;
  }

  private async connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: this.applicationName,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: REPLY_WITHIN_MS,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
    } catch (error) {
      void client.end();
      throw error;
    }
    return client;
  }
}

/** Class 28 of Postgres' error codes: invalid authorization. */
const isLoginRejected = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code?.startsWith('28') === true;
