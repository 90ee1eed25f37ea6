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
import { BusCertificate } from './bus-certificate.js';

const RECONNECT_WAIT_MS = 500;
/**
 * Interval of pings. A connection without replies, whatever the reason, is given up at the third one; the
 * library itself keeps one whose stream it could not read.
 */
const PING_INTERVAL_MS = 2000;
/** Interval at which one looks whether the server shows a certificate that was renewed. */
const LOOK_INTERVAL_MS = 3_600_000;

/** A NATS connection and whether it is up at this moment. */
export interface Nats {
  readonly connection: NatsConnection;
  /** Prefix of the subjects for replies to this connection's calls; no other user may listen to them. */
  readonly inboxPrefix: string;
  /** What a `tls://` server shows. */
  readonly certificate?: Pick<BusCertificate, 'endsAt' | 'look'> | undefined;
  isConnected(): boolean;
}

/** Credentials of a connection, and how it verifies the server. */
export interface NatsTrust {
  /** Seed of the NATS user (`SU…`), where the server requires authentication. */
  readonly seed?: string | undefined;
  /**
   * Authorities that must have signed the certificate of a `tls://` server: PEM, or a file; by default those
   * of Node.
   */
  readonly ca?: string | undefined;
}

/**
 * Connects to NATS and never gives up, once it is connected and, without `signal`, before: by default the library
 * closes the connection permanently after 20 seconds, which leaves a process that looks alive and serves nobody.
 * @param url `tls://…` of a server that has to prove its identity, or `nats://…`
 * @param name of the process, for which its permissions are made
 * @param signal ends the attempts at the start
 * @throws ConfigError at the start, where the server does not speak TLS or cannot be trusted
 * @throws Error of the last attempt, when `signal` has ended them
 */
export async function connectNats(
  url: string,
  name: string,
  logger: Logger,
  { seed, ca }: NatsTrust = {},
  signal?: AbortSignal,
): Promise<Nats> {
  const { protocol, username, password, host } = new URL(url);
  const options: ConnectionOptions = {
    servers: host,
    name,
    inboxPrefix: inboxPrefix(name),
    ...(protocol === 'tls:' && overTls(ca)),
    ...(seed !== undefined && { authenticator: nkeyAuthenticator(new TextEncoder().encode(seed)) }),
    ...(username && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    maxReconnectAttempts: -1,
    // A busy server may time out the authentication of a client that it knows.
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: RECONNECT_WAIT_MS,
    pingInterval: PING_INTERVAL_MS,
    // Creating an error trace in advance for each request took a tenth of the gateway's time.
    noAsyncTraces: true,
  };
  const connection = await untilThere(`${protocol}//${host}`, logger, options, signal);
  let connected = true;
  const certificate = protocol === 'tls:' ? new BusCertificate(new URL(url), ca) : undefined;
  void watchStatus(connection, logger, certificate, (state) => {
    connected = state;
  });
  return {
    connection,
    inboxPrefix: inboxPrefix(name),
    certificate,
    isConnected: () => connected && !connection.isClosed(),
  };
}

/**
 * Requires TLS: with this option the library rejects a server without TLS, and checks the certificate and its
 * name. A file is read again for each connection, so that a new authority can replace the previous one.
 */
function overTls(ca: string | undefined): Partial<ConnectionOptions> {
  const trusted = ca === undefined ? {} : isPem(ca) ? { ca } : { caFile: ca };
  // A certificate is for a name, but servers of a cluster announce each other by their addresses.
  return { tls: trusted, ignoreClusterUpdates: true };
}

/** Makes the first connection; waits for a server that is not there yet, until `signal`, and logs that once. */
async function untilThere(
  address: string,
  logger: Logger,
  options: ConnectionOptions,
  signal: AbortSignal | undefined,
): Promise<NatsConnection> {
  const warn = warnOnce(logger, 'nats is not there yet');
  for (;;) {
    try {
      return await connect(options);
    } catch (error) {
      const { message } = error as Error;
      if (error instanceof errors.AuthorizationError && !BUSY.test(message)) throw error;
      if (isDistrust(error)) throw new ConfigError(`NATS at ${address} cannot be trusted: ${message}`);
      if (signal?.aborted) throw error;
      warn(error);
    }
    await sleep(RECONNECT_WAIT_MS);
  }
}

/** Returns a function that logs an error unless it is like the last one. */
function warnOnce(logger: Logger, line: string): (error: unknown) => void {
  let said = '';
  return (error) => {
    const { message } = error as Error;
    if (message !== said) logger.warn({ err: error }, line);
    said = message;
  };
}

/** Error of a server that was too busy to authenticate us; a rejected login has another message. */
const BUSY = /timeout/i;
const NO_TLS = "server does not support 'tls'";
/**
 * Codes by which Node reports an invalid certificate
 * (https://nodejs.org/api/tls.html#x509-certificate-error-codes).
 */
const BAD_CERTIFICATE =
  /^(ERR_TLS_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_|HOSTNAME_|PATH_LENGTH_)/;

function isDistrust(error: unknown): boolean {
  const { message, code } = error as Error & { readonly code?: unknown };
  return message === NO_TLS || (typeof code === 'string' && BAD_CERTIFICATE.test(code));
}

/**
 * Follows the connection until it is closed. While it is lost, the log says why, each reason once: the library
 * keeps the errors of its attempts to itself, so the server is looked at with each of them.
 */
async function watchStatus(
  connection: NatsConnection,
  logger: Logger,
  certificate: BusCertificate | undefined,
  onChange: (connected: boolean) => void,
): Promise<void> {
  const refused = () => warnOnce(logger, 'nats takes no new connection');
  let [isUp, warn] = [true, refused()];
  const look = () => void certificate?.look().catch((error: unknown) => warn(error));
  const timer = setInterval(look, LOOK_INTERVAL_MS).unref();
  look();
  for await (const status of connection.status()) {
    if (status.type === 'disconnect') {
      onChange((isUp = false));
      logger.warn('nats connection lost');
    } else if (status.type === 'reconnecting') {
      look();
    } else if (status.type === 'error' && !isUp) {
      warn(status.error);
    } else if (status.type === 'reconnect') {
      onChange((isUp = true));
      warn = refused();
      logger.info('nats connection is back');
    }
  }
  clearInterval(timer);
}
