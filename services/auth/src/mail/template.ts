import { z } from 'zod';

/** A block of a mail, rendered both as text and as HTML. */
export type Block =
  | { readonly kind: 'paragraph'; readonly text: string }
  /** The single action that the mail asks for. */
  | { readonly kind: 'button'; readonly label: string; readonly link: string }
  /** An additional remark, in smaller letters. */
  | { readonly kind: 'note'; readonly text: string };

export const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
export const button = (label: string, link: string): Block => ({ kind: 'button', label, link });
export const note = (text: string): Block => ({ kind: 'note', text });

/** A kind of mail: the data that it needs, and its content. */
export interface TemplateDefinition<Data extends z.ZodObject = z.ZodObject> {
  readonly data: Data;
  /**
   * Cause of the mail, unless the mail itself states one: `anybody` who knows an address or a name, or the
   * `member` by what they, or somebody with their credentials, did. Mails that anybody can cause never use up
   * the limit of those that warn a member of an intruder; neither do mails that the intruder causes use up the
   * limit of those that are a `way-back` to a former address.
   */
  readonly causedBy: 'anybody' | 'member' | 'way-back';
  /** Time in which sending it makes sense, such as the validity of its link. */
  readonly usefulMinutes: number;
  readonly subject: string;
  /** @param site the site's own origin, such as `https://likewell.example` */
  blocks(data: z.output<Data>, site: string): readonly Block[];
}

export const DAY_MINUTES = 24 * 60;

/** Declares a template, with the type of its data. Its mail makes sense for a day unless it says otherwise. */
export const defineTemplate = <Data extends z.ZodObject>(
  template: Omit<TemplateDefinition<Data>, 'usefulMinutes'> & { readonly usefulMinutes?: number },
): TemplateDefinition<Data> => ({ usefulMinutes: DAY_MINUTES, ...template });

/** A link to the site. */
export const link = z.url({ protocol: /^https?$/ });
/** One line of text from outside. */
export const oneLine = z
  .string()
  .min(1)
  .max(254)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'must be one line');
/** A point in time: a `Date` or its ISO text, the form in which a queued mail stores it. */
export const moment = z.coerce.date<Date | string>();

const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** Formats a point in time for a mail, such as `24 November 2026 at 16:40 UTC`. */
export const formatMoment = (at: Date) => `${format.format(at)} UTC`;

/**
 * Tells what to do to a recipient who did not add what the message is about. A second factor that an intruder
 * has added keeps out whoever begins with a new password, which ends the recipient's own sessions as well.
 */
export const removeFirst = (site: string) =>
  note(
    `Was it not you? In a browser where you are still logged in, open ${site} and first remove what was added, under Settings, Security: that logs out all your other devices. Then set a new password. A new password alone removes nothing, and logs out your own devices too.`,
  );

/** Tells what to do to a recipient who did not expect the message. */
export const notYou = (site: string) =>
  note(
    `Was it not you? Log in at ${site}, log out the devices that you do not know under Settings, Security, and set a new password.`,
  );
