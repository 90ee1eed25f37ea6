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
  removeFirst,
} from './template.js';

/** The templates of all mails, by name. */
export const TEMPLATES = {
  'verify-email': defineTemplate({
    data: z.object({ link }),
    causedBy: 'anybody',
    subject: 'Confirm your e-mail address',
    blocks: ({ link }) => [
      paragraph(
        'Confirm that this address is yours. You can then get a new password by mail if you forget it.',
      ),
      button('Confirm my address', link),
      note('The link works once, for 24 hours. Opening it signs nobody in.'),
      note(
        'If you are signed in to another account that has this address, the button confirms it for that one.',
      ),
      note(
        'Did you not join Likewell? Then somebody typed your address by mistake: leave this mail alone, and it stays free for you.',
      ),
    ],
  }),
  'email-taken': defineTemplate({
    data: z.object({}),
    causedBy: 'anybody',
    subject: 'You already have an account at Likewell',
    blocks: (_data, site) => [
      paragraph(
        'Somebody tried to join Likewell with this address. It belongs to your account, so nothing was made.',
      ),
      paragraph(`If it was you: sign in at ${site}. If you forgot your password, ask for a new one there.`),
      note('If it was somebody else, you need not do anything.'),
    ],
  }),
  'confirm-new-email': defineTemplate({
    data: z.object({ link, newEmail: oneLine, username: oneLine }),
    causedBy: 'anybody',
    subject: 'Confirm your new e-mail address',
    blocks: ({ link, newEmail, username }) => [
      paragraph(`The member ${username} of Likewell wants to use the address ${newEmail}.`),
      button('Confirm this address', link),
      note('The link works once, for 24 hours. Opening it signs nobody in.'),
      note(
        'If you are signed in to another account that is to have this address, the button confirms it for that one.',
      ),
      note('Is that not you? Leave this mail alone, and nothing happens.'),
    ],
  }),
  'confirm-old-email': defineTemplate({
    data: z.object({ link, newEmail: oneLine }),
    causedBy: 'member',
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
  'email-changed': defineTemplate({
    data: z.object({ undoLink: link, newEmail: oneLine }),
    causedBy: 'way-back',
    usefulMinutes: 7 * DAY_MINUTES,
    subject: 'Your e-mail address was changed',
    blocks: ({ undoLink, newEmail }) => [
      paragraph(`Your account now uses ${newEmail}. This address does not belong to it any more.`),
      paragraph('If you did not want that, take it back: this address returns and every session ends.'),
      button('Take the change back', undoLink),
      note('The link works once, for 7 days.'),
    ],
  }),
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
  /** Sent in place of `reset-password` where more of those were requested than are sent. */
  'last-reset-password': defineTemplate({
    data: z.object({ link }),
    causedBy: 'anybody',
    subject: 'Set a new password',
    blocks: ({ link }) => [
      paragraph(
        'Somebody asked for a new password for your account more often than we send such mails. If you need one, keep this mail.',
      ),
      button('Set a new password', link),
      note(
        'The link works once, for 24 hours. Should another such mail come meanwhile, the newest one works in its place, for as long.',
      ),
      note('Did you not ask for it? Then leave this mail alone: your password stays as it is.'),
    ],
  }),
  /** Tells a member that somebody who knew their password has changed it. */
  'password-changed': defineTemplate({
    data: z.object({}),
    causedBy: 'member',
    subject: 'Your password was changed',
    blocks: (_data, site) => [
      paragraph('The password of your account was changed. Every session has ended.'),
      paragraph('If it was you, there is nothing to do.'),
      note(
        `Was it not you? Ask for a new password by mail at ${site}: the one that you do not know ends, and every session with it.`,
      ),
    ],
  }),
  /** Tells a member that their password was set by a link in a mail. */
  'password-was-reset': defineTemplate({
    data: z.object({}),
    causedBy: 'member',
    subject: 'Your password was changed',
    blocks: (_data, site) => [
      paragraph('A new password was set with a link that we sent to this address. Every session has ended.'),
      note(
        `Was it not you? Somebody reads your mail: secure your mailbox first, then ask for a new password at ${site}.`,
      ),
    ],
  }),
  'new-device': defineTemplate({
    data: z.object({ device: oneLine, at: moment }),
    causedBy: 'member',
    subject: 'A new device signed in to your account',
    blocks: ({ device, at }, site) => [
      paragraph(`Somebody signed in to your account with ${device}, on ${formatMoment(at)}.`),
      paragraph('If it was you, there is nothing to do.'),
      notYou(site),
    ],
  }),
  'sign-in-method-changed': defineTemplate({
    /** A whole sentence, such as `A passkey was added.` */
    data: z.object({ what: oneLine, isAdded: z.boolean().optional() }),
    causedBy: 'member',
    subject: 'How you sign in has changed',
    blocks: ({ what, isAdded = false }, site) => [
      paragraph(what),
      paragraph('If it was you, there is nothing to do.'),
      isAdded ? removeFirst(site) : notYou(site),
    ],
  }),
  'export-ready': defineTemplate({
    data: z.object({ link }),
    causedBy: 'member',
    subject: 'Your data is ready to download',
    blocks: ({ link }, site) => [
      paragraph('The file with all your data at Likewell is ready.'),
      button('Go to the download', link),
      note('It stays there for 24 hours. You have to be signed in to download it.'),
      notYou(site),
    ],
  }),
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
  'deletion-done': defineTemplate({
    data: z.object({}),
    causedBy: 'member',
    subject: 'Your account was deleted',
    blocks: () => [
      paragraph('Your account at Likewell was deleted, as you asked. This was our last mail to you.'),
      note('The books keep their amounts, under no name. This address is free again.'),
    ],
  }),
} as const;
