import { z } from 'zod';
import { parseMailbox, type Mailbox } from './mail-address.js';

const PROTOCOLS = ['smtp:', 'smtps:'];
const DEFAULT_PORTS: Record<string, number> = { 'smtp:': 587, 'smtps:': 465 };

/** A server that takes mails, as its address tells. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise by STARTTLS. */
  readonly isTlsFirst: boolean;
  readonly user: { readonly name: string; readonly password: string } | null;
}

/** `smtps://user:password@host`, or `smtp://user:password@host:587`, which begins without TLS and asks for it. */
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

/** `Likewell <no-reply@likewell.example>`. */
export const mailbox = z.string().transform((text, context) => {
  const parsed = parseMailbox(text);
  if (parsed) return parsed;
  context.addIssue('must be a name and an address, such as Likewell <no-reply@likewell.example>');
  return z.NEVER;
});

/** Who mails are from where nobody has said so: on a machine that sends none to the world. */
export const LOCAL_MAILBOX: Mailbox = { name: 'Likewell', address: 'no-reply@localhost' };
