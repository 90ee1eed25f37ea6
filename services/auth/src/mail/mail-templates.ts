import type { z } from 'zod';
import type { TemplateDefinition } from './template.js';
import { TEMPLATES } from './templates.js';

/** Every mail that Likewell sends, by name. */
export type MailTemplate = keyof typeof TEMPLATES;
export const MAIL_TEMPLATES = Object.keys(TEMPLATES) as MailTemplate[];

/** What a mail of this name is made of; null where an older or newer version knows one that this does not. */
export function findTemplate(name: string): TemplateDefinition | null {
  return Object.hasOwn(TEMPLATES, name) ? TEMPLATES[name as MailTemplate] : null;
}

type DataOf<Name extends MailTemplate> = z.input<(typeof TEMPLATES)[Name]['data']>;

interface NewMailOf<Name extends MailTemplate> {
  readonly template: Name;
  /** The one address that it goes to. */
  readonly to: string;
  /** Null for who is no member, or none any more. */
  readonly memberId: number | null;
  /**
   * What the template says. As a function it is called only where no limit forbids the mail: a link that replaces an older
   * one belongs there, since the older one would be lost with nothing in its place.
   */
  readonly data: DataOf<Name> | (() => Promise<DataOf<Name>>);
  /** The keyed hash of the network whose visitor caused it, if one did. */
  readonly network?: string | undefined;
}

/** A mail to be queued. */
export type NewMail = { [Name in MailTemplate]: NewMailOf<Name> }[MailTemplate];
