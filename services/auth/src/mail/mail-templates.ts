import type { z } from 'zod';
import type { TemplateDefinition } from './template.js';
import { TEMPLATES } from './templates.js';

/** Every mail that Likewell sends, by name. */
export type MailTemplate = keyof typeof TEMPLATES;
export const MAIL_TEMPLATES = Object.keys(TEMPLATES) as MailTemplate[];

/** Returns the template of this name; null if only an older or newer version knows it. */
export function findTemplate(name: string): TemplateDefinition | null {
  return Object.hasOwn(TEMPLATES, name) ? TEMPLATES[name as MailTemplate] : null;
}

/** Cause of a mail: `known-network` is anybody in a network that its member has signed in from. */
export type MailCause = TemplateDefinition['causedBy'] | 'known-network';

type DataOf<Name extends MailTemplate> = z.input<(typeof TEMPLATES)[Name]['data']>;

interface NewMailOf<Name extends MailTemplate> {
  readonly template: Name;
  /** The single recipient. */
  readonly to: string;
  /** Null for a recipient who is no member, or no longer one. */
  readonly memberId: number | null;
  /**
   * Data of the template. A function is called only if no limit rejects the mail; use it for a link that
   * replaces an older one, because otherwise the older link would be voided without a new one being sent.
   */
  readonly data: DataOf<Name> | (() => Promise<DataOf<Name>>);
  /** Overrides the cause in the template. */
  readonly causedBy?: MailCause;
  /** Keyed hash of the network of the visitor who caused it, if one did. */
  readonly network?: string | undefined;
}

export type NewMail = { [Name in MailTemplate]: NewMailOf<Name> }[MailTemplate];

/** A mail that tells a member what happened to their own account. */
export type Notice = { [Name in MailTemplate]: Pick<NewMailOf<Name>, 'template' | 'data'> }[MailTemplate];
