import { z } from 'zod';
import {
  button,
  DAY_MINUTES,
  defineTemplate,
  formatMoment,
  link,
  moment,
  note,
  notYou,
  oneLine,
  paragraph,
} from './template.js';

/** What each mail says, by its name. */
export const TEMPLATES = {
  /** Asks whoever reads an address whether it is theirs. */
  'verify-email': defineTemplate({
    data: z.object({ link }),
    causedBy: 'anybody',
    usefulMinutes: DAY_MINUTES,
    subject: 'Confirm your e-mail address',
    blocks: ({ link }) => [
      paragraph(
        'Confirm that this address is yours. You can then get a new password by mail if you forget it.',
      ),
      button('Confirm my address', link),
      note('The link works once, for 24 hours. Opening it signs nobody in.'),
      note(
        'Did you not join Likewell? Then somebody typed your address by mistake: leave this mail alone, and it stays free for you.',
      ),
    ],
  }),
  /** Tells the owner of an address that somebody tried to join with it. */
  'email-taken': defineTemplate({
    data: z.object({}),
    causedBy: 'anybody',
    usefulMinutes: DAY_MINUTES,
    subject: 'You already have an account at Likewell',
    blocks: (_data, site) => [
      paragraph(
        'Somebody tried to join Likewell with this address. It belongs to your account, so nothing was made.',
      ),
      paragraph(`If it was you: sign in at ${site}. If you forgot your password, ask for a new one there.`),
      note('If it was somebody else, you need not do anything.'),
    ],
  }),
  /** Asks whoever reads a new address whether it is theirs. */
  'confirm-new-email': defineTemplate({
    data: z.object({ link, newEmail: oneLine, username: oneLine }),
    causedBy: 'anybody',
    usefulMinutes: DAY_MINUTES,
    subject: 'Confirm your new e-mail address',
    blocks: ({ link, newEmail, username }) => [
      paragraph(`The member ${username} of Likewell wants to use the address ${newEmail}.`),
      button('Confirm this address', link),
      note('The link works once, for 24 hours. Opening it signs nobody in.'),
      note('Is that not you? Leave this mail alone, and nothing happens.'),
    ],
  }),
  /** Asks whoever reads the present address whether it may change. */
  'confirm-old-email': defineTemplate({
    data: z.object({ link, newEmail: oneLine }),
    causedBy: 'member',
    usefulMinutes: DAY_MINUTES,
    subject: 'Do you want to change your e-mail address?',
    blocks: ({ link, newEmail }, site) => [
      paragraph(
        `Your account is to use ${newEmail} in place of this address. It does once both have confirmed.`,
      ),
      button('Yes, change it', link),
      note('The link works once, for 24 hours. Without it your address stays as it is.'),
      notYou(site),
    ],
  }),
  /** Tells the former address of a change, with the way back. */
  'email-changed': defineTemplate({
    data: z.object({ undoLink: link, newEmail: oneLine }),
    causedBy: 'member',
    usefulMinutes: 7 * DAY_MINUTES,
    subject: 'Your e-mail address was changed',
    blocks: ({ undoLink, newEmail }) => [
      paragraph(`Your account now uses ${newEmail}. This address does not belong to it any more.`),
      paragraph('If you did not want that, take it back: this address returns and every session ends.'),
      button('Take the change back', undoLink),
      note('The link works once, for 7 days.'),
    ],
  }),
  /** Leads whoever forgot their password to a new one. */
  'reset-password': defineTemplate({
    data: z.object({ link }),
    causedBy: 'anybody',
    usefulMinutes: 30,
    subject: 'Set a new password',
    blocks: ({ link }) => [
      paragraph('Somebody, you we hope, asked for a new password for your account.'),
      button('Set a new password', link),
      note('The link works once, for 30 minutes. Of several such mails only the newest works.'),
      note('Did you not ask for it? Then leave this mail alone: your password stays as it is.'),
    ],
  }),
  /** Tells a member that their password was set by a link in a mail. */
  'password-was-reset': defineTemplate({
    data: z.object({}),
    causedBy: 'member',
    usefulMinutes: DAY_MINUTES,
    subject: 'Your password was changed',
    blocks: (_data, site) => [
      paragraph('A new password was set with a link that we sent to this address. Every session has ended.'),
      note(
        `Was it not you? Somebody reads your mail: secure your mailbox first, then ask for a new password at ${site}.`,
      ),
    ],
  }),
  /** Tells a member that somebody signed in with a kind of browser that is new to them. */
  'new-device': defineTemplate({
    data: z.object({ device: oneLine, at: moment }),
    causedBy: 'member',
    usefulMinutes: DAY_MINUTES,
    subject: 'A new device signed in to your account',
    blocks: ({ device, at }, site) => [
      paragraph(`Somebody signed in to your account with ${device}, on ${formatMoment(at)}.`),
      paragraph('If it was you, there is nothing to do.'),
      notYou(site),
    ],
  }),
  /** Tells a member that a way to sign in, or a second factor, came or went. */
  'sign-in-method-changed': defineTemplate({
    /** A whole sentence, such as `A passkey was added.` */
    data: z.object({ what: oneLine }),
    causedBy: 'member',
    usefulMinutes: DAY_MINUTES,
    subject: 'How you sign in has changed',
    blocks: ({ what }, site) => [
      paragraph(what),
      paragraph('If it was you, there is nothing to do.'),
      notYou(site),
    ],
  }),
  /** Tells a member that the file with their data is there. */
  'export-ready': defineTemplate({
    data: z.object({ link }),
    causedBy: 'member',
    usefulMinutes: DAY_MINUTES,
    subject: 'Your data is ready to download',
    blocks: ({ link }, site) => [
      paragraph('The file with all your data at Likewell is ready.'),
      button('Go to the download', link),
      note('It stays there for 24 hours. You have to be signed in to download it.'),
      notYou(site),
    ],
  }),
  /** Tells a member that their account will be deleted, and until when they may return. */
  'deletion-requested': defineTemplate({
    data: z.object({ until: moment }),
    causedBy: 'member',
    usefulMinutes: 7 * DAY_MINUTES,
    subject: 'Your account will be deleted',
    blocks: ({ until }, site) => [
      paragraph(`Your account will be deleted for good on ${formatMoment(until)}. Every session has ended.`),
      paragraph(`To keep it, sign in at ${site} before then and choose to stay.`),
      note(
        'What is left of your balance by then is given up. Until then you can sign in, stay, and use it first.',
      ),
      note('Was it not you? Sign in, choose to stay, and set a new password.'),
    ],
  }),
  /** Tells who was a member that their account is gone. */
  'deletion-done': defineTemplate({
    data: z.object({}),
    causedBy: 'member',
    usefulMinutes: DAY_MINUTES,
    subject: 'Your account was deleted',
    blocks: () => [
      paragraph('Your account at Likewell was deleted, as you asked. This was our last mail to you.'),
      note('The books keep their amounts, under no name. This address is free again.'),
    ],
  }),
} as const;
