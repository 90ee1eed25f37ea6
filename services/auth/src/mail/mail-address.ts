import { z } from 'zod';

/** Matches a name for a header of a mail: one short line that needs no escaping. */
const NAME = /^[\p{L}\p{N} .'’&-]{1,60}$/u;
/** A single address, which no header, envelope or list of addresses can read as several. */
const address = z
  .email()
  .max(254)
  .regex(/^[\x21-\x7e]+$/)
  .regex(/^[^,;:<>()[\]"\\]+$/);

/** Sender of a mail. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** Tells whether a mail can be sent to this address, and to it alone. */
export const isAddress = (text: string) => address.safeParse(text).success;

/** Parses `Likewell <no-reply@likewell.example>`; null for any other form. */
export function parseMailbox(text: string): Mailbox | null {
  const [, name, found] = /^([^<>]+) <([^<>]+)>$/.exec(text) ?? [];
  return name !== undefined && found !== undefined && NAME.test(name) && isAddress(found)
    ? { name, address: found }
    : null;
}
