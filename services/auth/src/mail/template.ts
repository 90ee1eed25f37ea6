import { z } from 'zod';

/** A piece of a mail, from which both its text and its HTML are made. */
export type Block =
  | { readonly kind: 'paragraph'; readonly text: string }
  /** The one thing that the mail asks for. */
  | { readonly kind: 'button'; readonly label: string; readonly link: string }
  /** What is said beside it, in smaller letters. */
  | { readonly kind: 'note'; readonly text: string };

export const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
export const button = (label: string, link: string): Block => ({ kind: 'button', label, link });
export const note = (text: string): Block => ({ kind: 'note', text });

/** A mail of one kind: what it needs to know, and what it then says. */
export interface TemplateDefinition<Data extends z.ZodObject = z.ZodObject> {
  readonly data: Data;
  /**
   * Who decides that it is sent: `anybody` who knows an address or a name, or the `member` by what they, or whoever has
   * their keys, did. What anybody can ask for never uses up the room of what tells a member that somebody was at work.
   */
  readonly causedBy: 'anybody' | 'member';
  /** How long it is worth sending: a link's own time, for instance. */
  readonly usefulMinutes: number;
  readonly subject: string;
  /** @param site the site's own origin, such as `https://likewell.example` */
  blocks(data: z.output<Data>, site: string): readonly Block[];
}

export const DAY_MINUTES = 24 * 60;

/** Keeps a template's types together. */
export const defineTemplate = <Data extends z.ZodObject>(template: TemplateDefinition<Data>) => template;

/** A link into the site. */
export const link = z.url({ protocol: /^https?$/ });
/** One line that comes from elsewhere. */
export const oneLine = z
  .string()
  .min(1)
  .max(254)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'must be one line');
/** A moment: a `Date` or its ISO text, which is how a queued mail keeps it. */
export const moment = z.coerce.date<Date | string>();

const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** A moment as a mail says it, such as `24 November 2026 at 16:40 UTC`. */
export const formatMoment = (at: Date) => `${format.format(at)} UTC`;

/** What to do for whom a message takes by surprise. */
export const notYou = (site: string) =>
  note(
    `Was it not you? Sign in at ${site}, end the sessions you do not know in Settings, Security, and set a new password.`,
  );
