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
      note('The link works once, for 24 hours. It does not log you in.'),
      note(
        'If you are logged in to another account that has this address, the button confirms it for that account.',
      ),
      note(
        'Did you not join Likewell? Then somebody typed your address by mistake: ignore this mail, and the address stays free for you.',
      ),
    ],
  }),
  'email-taken': defineTemplate({
    data: z.object({}),
    causedBy: 'anybody',
    subject: 'You already have an account at Likewell',
    blocks: (_data, site) => [
      paragraph(
        'Somebody tried to use this address for another account at Likewell. It belongs to your account, so nothing has changed.',
      ),
      paragraph(`If it was you: log in at ${site}. If you forgot your password, ask for a new one there.`),
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
      note('The link works once, for 24 hours. It does not log you in.'),
      note(
        'If you are logged in to another account that is changing to this address, the button confirms it for that account.',
      ),
      note('Was it not you? Ignore this mail, and nothing happens.'),
    ],
  }),
  'confirm-old-email': defineTemplate({
    data: z.object({ link, newEmail: oneLine }),
    causedBy: 'member',
    subject: 'Do you want to change your e-mail address?',
    blocks: ({ link, newEmail }, site) => [
      paragraph(
        `A change of the e-mail address of your account to ${newEmail} was requested. It takes effect once it is confirmed from both addresses.`,
      ),
      button('Yes, change it', link),
      note('The link works once, for 24 hours. If you do not open it, your address stays as it is.'),
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
      paragraph(
        'If you did not want this, undo the change: this address becomes yours again, and every device is logged out.',
      ),
      button('Undo the change', undoLink),
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
      note('Did you not ask for it? Then ignore this mail: your password stays as it is.'),
    ],
  }),
  /** Sent in place of `reset-password` where more of those were requested than are sent. */
  'last-reset-password': defineTemplate({
    data: z.object({ link }),
    causedBy: 'anybody',
    subject: 'Set a new password',
    blocks: ({ link }) => [
      paragraph(
        'Somebody asked for a new password for your account more often than we send such mails. If you need a new password, use the link in this mail.',
      ),
      button('Set a new password', link),
      note(
        'The link works once, for 24 hours. If another mail like this comes, only the link in the newest mail works, also for 24 hours.',
      ),
      note('Did you not ask for it? Then ignore this mail: your password stays as it is.'),
    ],
  }),
  /** Tells a member that somebody who knew their password has changed it. */
  'password-changed': defineTemplate({
    data: z.object({}),
    causedBy: 'member',
    subject: 'Your password was changed',
    blocks: (_data, site) => [
      paragraph('The password of your account was changed. Every device was logged out.'),
      paragraph('If it was you, there is nothing to do.'),
      note(
        `Was it not you? Set a new password by mail at ${site}: the one that you do not know then stops working, and every device is logged out.`,
      ),
    ],
  }),
  /** Tells a member that their password was set by a link in a mail. */
  'password-was-reset': defineTemplate({
    data: z.object({}),
    causedBy: 'member',
    subject: 'Your password was changed',
    blocks: (_data, site) => [
      paragraph(
        'A new password was set with a link that we sent to this address. Every device was logged out.',
      ),
      note(
        `Was it not you? Somebody reads your mail: secure your mailbox first, then ask for a new password at ${site}.`,
      ),
    ],
  }),
  'new-device': defineTemplate({
    data: z.object({ device: oneLine, at: moment }),
    causedBy: 'member',
    subject: 'A new device logged in to your account',
    blocks: ({ device, at }, site) => [
      paragraph(`Somebody logged in to your account with ${device}, on ${formatMoment(at)}.`),
      paragraph('If it was you, there is nothing to do.'),
      notYou(site),
    ],
  }),
  'sign-in-method-changed': defineTemplate({
    /** A whole sentence, such as `A passkey was added.` */
    data: z.object({ what: oneLine, isAdded: z.boolean().optional() }),
    causedBy: 'member',
    subject: 'How you log in has changed',
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
      note('It stays there for 24 hours. You have to be logged in to download it.'),
      notYou(site),
    ],
  }),
  'deletion-requested': defineTemplate({
    data: z.object({ until: moment }),
    causedBy: 'member',
    usefulMinutes: 7 * DAY_MINUTES,
    subject: 'Your account will be deleted',
    blocks: ({ until }, site) => [
      paragraph(
        `Your account will be deleted for good on ${formatMoment(until)}. Every device was logged out.`,
      ),
      paragraph(`To keep it, log in at ${site} before then and press “Keep my account”.`),
      note(
        'What is left of your balance then goes to the treasury. Until then you can log in and tip it to others.',
      ),
      note('Was it not you? Log in, press “Keep my account”, and set a new password.'),
    ],
  }),
  'deletion-done': defineTemplate({
    data: z.object({}),
    causedBy: 'member',
    subject: 'Your account was deleted',
    blocks: () => [
      paragraph('Your account at Likewell was deleted, as you asked. This was our last mail to you.'),
      note(
        'Our books keep the amounts of your tips and deposits, without your name. You can use this e-mail address for a new account.',
      ),
    ],
  }),
} as const;
