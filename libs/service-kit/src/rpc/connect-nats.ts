import { inboxPrefix } from '@likewell/contracts/core/bus-names';
import { connect, nkeyAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import type { Logger } from '../telemetry/logger.js';

const RECONNECT_WAIT_MS = 500;
const PING_INTERVAL_MS = 10_000;

/** A NATS connection and whether it stands at this moment. */
export interface Nats {
  readonly connection: NatsConnection;
  /** Where replies to this connection's calls go, and nobody else may listen. */
  readonly inboxPrefix: string;
  isConnected(): boolean;
}

/**
 * Connects to NATS and never gives up: the library's default closes the connection for good after
 * 20 seconds, which leaves a process that looks alive and serves nobody.
 * @param name of the process, which its permissions are made for
 * @param seed its NATS user's (`SU…`), where the server wants to know who comes
 */
export async function connectNats(url: string, name: string, logger: Logger, seed?: string): Promise<Nats> {
  const { username, password, host } = new URL(url);
  const connection = await connect({
    servers: host,
    name,
    inboxPrefix: inboxPrefix(name),
    ...(seed !== undefined && { authenticator: nkeyAuthenticator(new TextEncoder().encode(seed)) }),
    ...(username && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_WAIT_MS,
    pingInterval: PING_INTERVAL_MS,
    waitOnFirstConnect: true,
    // A trace made beforehand for the error of each request took a tenth of the gateway's time.
    noAsyncTraces: true,
  });
  let connected = true;
  void watchStatus(connection, logger, (state) => {
    connected = state;
  });
  return {
    connection,
    inboxPrefix: inboxPrefix(name),
    isConnected: () => connected && !connection.isClosed(),
  };
}

async function watchStatus(
  connection: NatsConnection,
  logger: Logger,
  onChange: (connected: boolean) => void,
): Promise<void> {
  for await (const status of connection.status()) {
    if (status.type === 'disconnect') {
      onChange(false);
      logger.warn('nats connection lost');
    } else if (status.type === 'reconnect') {
      onChange(true);
      logger.info('nats connection is back');
    }
  }
}
