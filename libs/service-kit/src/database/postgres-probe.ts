import pg from 'pg';

const REPLY_WITHIN_MS = 1000;

/**
 * Asks Postgres whether it is there and takes writes, on a connection of its own: of a pool whose connections are all
 * busy nobody learns that.
 */
export class PostgresProbe {
  private client: pg.Client | null = null;

  constructor(
    private readonly url: string,
    private readonly applicationName: string,
  ) {}

  /** Returns false also where no reply comes within a second for each step. Never rejects. */
  async isWritable(): Promise<boolean> {
    const wasConnected = this.client !== null;
    // A connection that was lost meanwhile, or a server that has become a standby, says nothing about a new one.
    return (await this.ask()) || (wasConnected && (await this.ask()));
  }

  private async ask(): Promise<boolean> {
    try {
      this.client ??= await this.connect();
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
  }

  private async connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: this.applicationName,
      connectionTimeoutMillis: REPLY_WITHIN_MS,
      query_timeout: REPLY_WITHIN_MS,
    });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }
}
