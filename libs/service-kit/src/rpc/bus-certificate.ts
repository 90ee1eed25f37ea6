import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect as dial, isIP, type Socket } from 'node:net';
import { connect as startTls } from 'node:tls';
import { isPem } from '../config/pem.js';

const LOOK_TIMEOUT_MS = 5000;
const DEFAULT_PORT = '4222';

/**
 * The certificate that a NATS server shows to whoever connects now. It is looked at by connections of its own: one that
 * stands keeps the certificate of its beginning, and the library tells nobody why it cannot connect again.
 */
export class BusCertificate {
  /** In seconds of Unix time; undefined until one has been seen. */
  endsAt: number | undefined;
  private looking: Promise<void> | undefined;

  /** @param ca as in `NatsTrust` */
  constructor(
    private readonly server: URL,
    private readonly ca: string | undefined,
  ) {}

  /** @throws Error that says why nobody can connect now, or should not */
  look(): Promise<void> {
    this.looking ??= this.meet().finally(() => (this.looking = undefined));
    return this.looking;
  }

  private async meet(): Promise<void> {
    const { hostname: host, port } = this.server;
    const { ca } = this;
    const trusted = ca === undefined || isPem(ca) ? ca : await readFile(ca);
    const socket = dial(Number(port || DEFAULT_PORT), host).on('error', () => undefined);
    const signal = AbortSignal.timeout(LOOK_TIMEOUT_MS);
    try {
      await untilGreeted(socket, signal);
      const servername = isIP(host) ? '' : host;
      const tls = startTls({ socket, host, servername, ca: trusted, rejectUnauthorized: false });
      await once(
        tls.on('error', () => undefined),
        'secureConnect',
        { signal },
      );
      this.endsAt = Date.parse(tls.getPeerCertificate().valid_to) / 1000;
      // What ends the handshake is sent first: NATS logs an error for one that was left.
      await once(tls.end(), 'finish', { signal });
      if (!tls.authorized)
        throw new Error(`its certificate cannot be trusted: ${String(tls.authorizationError)}`);
    } finally {
      socket.destroy();
    }
  }
}

/** Waits for the line with which the server begins, before either side speaks TLS. */
async function untilGreeted(socket: Socket, signal: AbortSignal): Promise<void> {
  for (let greeting = ''; !greeting.includes('\n');)
    greeting += String(await once(socket, 'data', { signal }));
}
