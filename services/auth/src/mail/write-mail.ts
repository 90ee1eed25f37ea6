import { htmlOf } from './mail-html.js';
import { textOf } from './mail-text.js';
import { findTemplate } from './mail-templates.js';

/** A mail in words: the same ones twice. */
export interface WrittenMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** What a queued mail is written from. */
export interface MailSource {
  readonly template: string;
  readonly data: unknown;
  readonly username: string | null;
}

/**
 * Writes a mail; null where this version does not know its template, or the template other data.
 * @param site the site's own origin
 */
export function writeMail({ template, data, username }: MailSource, site: string): WrittenMail | null {
  const definition = findTemplate(template);
  const known = definition?.data.safeParse(data);
  if (!definition || !known?.success) return null;
  const blocks = definition.blocks(known.data, site);
  const greeting = username === null ? 'Hello,' : `Hello ${username},`;
  const { subject } = definition;
  return {
    subject: `${subject} – Likewell`,
    text: textOf({ greeting, blocks, site }),
    html: htmlOf({ subject, greeting, blocks, site }),
  };
}
