import { z } from 'zod';

/** A name as a header of a mail may have it: one short line that nothing has to be escaped in. */
const NAME = /^[\p{L}\p{N} .'’&-]{1,60}$/u;
/** One address, which no header, envelope or list of addresses could read as more. */
const address = z
  .email()
  .max(254)
  .regex(/^[\x21-\x7e]+$/)
  .regex(/^[^,;:<>()[\]"\\]+$/);

/** Who a mail is from. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** Whether a mail can be sent to this text, and to it alone. */
export const isAddress = (text: string) => address.safeParse(text).success;

/** Reads `Likewell <no-reply@likewell.example>`; null where it is not of that form. */
export function parseMailbox(text: string): Mailbox | null {
  const [, name, found] = /^([^<>]+) <([^<>]+)>$/.exec(text) ?? [];
  return name !== undefined && found !== undefined && NAME.test(name) && isAddress(found)
    ? { name, address: found }
    : null;
}
