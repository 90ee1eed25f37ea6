import type { z } from 'zod';
import type { TemplateDefinition } from './template.js';
import { confirmNewEmail } from './templates/confirm-new-email.js';
import { confirmOldEmail } from './templates/confirm-old-email.js';
import { deletionDone } from './templates/deletion-done.js';
import { deletionRequested } from './templates/deletion-requested.js';
import { emailChanged } from './templates/email-changed.js';
import { emailTaken } from './templates/email-taken.js';
import { exportReady } from './templates/export-ready.js';
import { newDevice } from './templates/new-device.js';
import { passwordWasReset } from './templates/password-was-reset.js';
import { resetPassword } from './templates/reset-password.js';
import { signInMethodChanged } from './templates/sign-in-method-changed.js';
import { verifyEmail } from './templates/verify-email.js';

const TEMPLATES = {
  'verify-email': verifyEmail,
  'email-taken': emailTaken,
  'confirm-new-email': confirmNewEmail,
  'confirm-old-email': confirmOldEmail,
  'email-changed': emailChanged,
  'reset-password': resetPassword,
  'password-was-reset': passwordWasReset,
  'new-device': newDevice,
  'sign-in-method-changed': signInMethodChanged,
  'export-ready': exportReady,
  'deletion-requested': deletionRequested,
  'deletion-done': deletionDone,
} as const;

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
