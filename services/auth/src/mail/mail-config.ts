import { z } from 'zod';
import { parseMailbox, type Mailbox } from './mail-address.js';

const PROTOCOLS = ['smtp:', 'smtps:'];
const DEFAULT_PORTS: Record<string, number> = { 'smtp:': 587, 'smtps:': 465 };

/** A mail server, as given by its address. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** True for TLS from the first byte; otherwise STARTTLS is used. */
  readonly isTlsFirst: boolean;
  readonly user: { readonly name: string; readonly password: string } | null;
}

/**
 * Parses `smtps://user:password@host`, or `smtp://user:password@host:587`, which begins without TLS and then
 * requires it.
 */
export const smtpServer = z
  .string()
  .refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    return url !== null && PROTOCOLS.includes(url.protocol) && url.hostname !== '' && url.search === '';
  }, 'must be smtps://user:password@host or smtp://user:password@host:587')
  .transform((text): SmtpServer => {
    const { protocol, hostname, port, username, password } = new URL(text);
    const user = { name: decodeURIComponent(username), password: decodeURIComponent(password) };
    return {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (DEFAULT_PORTS[protocol] ?? 0),
      isTlsFirst: protocol === 'smtps:',
      user: user.name === '' ? null : user,
    };
  });

/** Parses `Likewell <no-reply@likewell.example>`. */
export const mailbox = z.string().transform((text, context) => {
  const parsed = parseMailbox(text);
  if (parsed) return parsed;
  context.addIssue('must be a name and an address, such as Likewell <no-reply@likewell.example>');
  return z.NEVER;
});

/** Default sender, for a machine that sends no mails to the outside. */
export const LOCAL_MAILBOX: Mailbox = { name: 'Likewell', address: 'no-reply@localhost' };
