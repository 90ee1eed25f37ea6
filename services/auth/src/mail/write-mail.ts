import { htmlOf } from './mail-html.js';
import { findTemplate } from './mail-templates.js';
import type { Block } from './template.js';

/** A rendered mail: the same content as text and as HTML. */
export interface WrittenMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Data from which a queued mail is rendered. */
export interface MailSource {
  readonly template: string;
  readonly data: unknown;
  readonly username: string | null;
}

/**
 * Renders a mail; null if this version does not know its template, or the data do not fit it.
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
    text: `${[greeting, ...blocks.map(lineOf), `Likewell\n${site}`].join('\n\n')}\n`,
    html: htmlOf({ subject, greeting, blocks, site }),
  };
}

/** Returns the line of plain text for a block. */
const lineOf = (block: Block) => (block.kind === 'button' ? `${block.label}:\n${block.link}` : block.text);
