import { inboxPrefix } from '@likewell/contracts/core/bus-names';
import {
  connect,
  errors,
  nkeyAuthenticator,
  type ConnectionOptions,
  type NatsConnection,
} from '@nats-io/transport-node';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '../config/config-error.js';
import { isPem } from '../config/pem.js';
import type { Logger } from '../telemetry/logger.js';

const RECONNECT_WAIT_MS = 500;
/**
 * A connection on which nothing comes back any more, whatever it was that broke it, is given up at the third of these: the
 * library itself goes on with one whose stream it could not read.
 */
const PING_INTERVAL_MS = 2000;

/** A NATS connection and whether it stands at this moment. */
export interface Nats {
  readonly connection: NatsConnection;
  /** Where replies to this connection's calls go, and nobody else may listen. */
  readonly inboxPrefix: string;
  isConnected(): boolean;
}

/** How a connection shows who it is, and knows who the server is. */
export interface NatsTrust {
  /** Its NATS user's (`SU…`), where the server wants to know who comes. */
  readonly seed?: string | undefined;
  /** By whom the certificate of the server at a `tls://` address must be: PEM, or a file; without it, one of Node's. */
  readonly ca?: string | undefined;
}

/**
 * Connects to NATS and never gives up: the library's default closes the connection for good after
 * 20 seconds, which leaves a process that looks alive and serves nobody.
 * @param url `tls://…` of a server that has to prove who it is, or `nats://…`
 * @param name of the process, which its permissions are made for
 * @throws ConfigError at the start, where the server does not speak TLS or cannot be trusted
 */
export async function connectNats(
  url: string,
  name: string,
  logger: Logger,
  { seed, ca }: NatsTrust = {},
): Promise<Nats> {
  const { protocol, username, password, host } = new URL(url);
  const connection = await untilThere(`${protocol}//${host}`, logger, {
    servers: host,
    name,
    inboxPrefix: inboxPrefix(name),
    ...(protocol === 'tls:' && overTls(ca)),
    ...(seed !== undefined && { authenticator: nkeyAuthenticator(new TextEncoder().encode(seed)) }),
    ...(username && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    maxReconnectAttempts: -1,
    // A busy server lets somebody whom it knows wait until it is too late.
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: RECONNECT_WAIT_MS,
    pingInterval: PING_INTERVAL_MS,
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

/**
 * With this option the library takes no server that has no TLS, and checks the certificate and its name. A file is read
 * again for each connection, so that a new authority may follow the one before.
 */
function overTls(ca: string | undefined): Partial<ConnectionOptions> {
  const trusted = ca === undefined ? {} : isPem(ca) ? { ca } : { caFile: ca };
  // A certificate is for a name, and servers of a cluster tell of each other by their addresses.
  return { tls: trusted, ignoreClusterUpdates: true };
}

/** The first connection, which waits for a server that is not there yet, and says so once. */
async function untilThere(
  address: string,
  logger: Logger,
  options: ConnectionOptions,
): Promise<NatsConnection> {
  for (let said = ''; ;) {
    try {
      return await connect(options);
    } catch (error) {
      const { message } = error as Error;
      if (error instanceof errors.AuthorizationError && !BUSY.test(message)) throw error;
      if (isDistrust(error)) throw new ConfigError(`NATS at ${address} cannot be trusted: ${message}`);
      if (message !== said) logger.warn({ err: error }, 'nats is not there yet');
      said = message;
    }
    await sleep(RECONNECT_WAIT_MS);
  }
}

/** What a server says that has not come to look at who is there; once it has, it says something else. */
const BUSY = /timeout/i;
const NO_TLS = "server does not support 'tls'";
/** How Node names what it found wrong with a certificate (https://nodejs.org/api/tls.html#x509-certificate-error-codes). */
const BAD_CERTIFICATE =
  /^(ERR_TLS_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_|HOSTNAME_|PATH_LENGTH_)/;

function isDistrust(error: unknown): boolean {
  const { message, code } = error as Error & { readonly code?: unknown };
  return message === NO_TLS || (typeof code === 'string' && BAD_CERTIFICATE.test(code));
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
