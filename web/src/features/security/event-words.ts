import { methodWords } from './method-words';
import type { SecurityEventItem } from './trail.api';

type Words = string | ((event: SecurityEventItem) => string);

const by = ({ method }: SecurityEventItem) => (method ? ` with ${methodWords(method)}` : '');
const times = ({ count }: SecurityEventItem, what: string) =>
  count > 1 ? `${count} ${what}s` : `One ${what}`;

const WORDS: Record<SecurityEventItem['kind'], Words> = {
  registered: (event) => `You joined Likewell${by(event)}.`,
  'signed-in': (event) => `You logged in${by(event)}.`,
  // Failures of one hour, whatever their method and reason, are counted together; the event has those of the last one.
  'sign-in-failed': (event) =>
    event.count > 1
      ? `${event.count} logins failed within an hour, the last one${by(event)}${because(event)}.`
      : `One login${by(event)} failed${because(event)}.`,
  'new-device': (event) => `It was the first login${by(event)} from this kind of browser.`,
  'password-changed': 'The password was changed.',
  'password-change-failed': (event) =>
    `${times(event, 'attempt')} to change the password failed${event.count > 1 ? ' within an hour' : ''}.`,
  'role-changed': ({ detail }) => `Your role is ${detail ?? 'member'} now.`,
  'verification-changed': ({ detail, done_by: by }) =>
    detail === 'granted' ? 'You got the verified badge.' : `The verified badge was ${lostBy(by)}.`,
  suspended: 'The account was suspended.',
  reinstated: 'The suspension was ended.',
  'session-ended': (event) => `${times(event, 'device')} logged out${because(event)}.`,
  'email-verified': 'The e-mail address was confirmed.',
  'email-change-requested': 'A change of the e-mail address was asked for.',
  'email-changed': 'The e-mail address was changed.',
  'email-change-undone': 'The change of the e-mail address was undone.',
  'password-reset-requested': 'A new password was asked for by e-mail.',
  'password-reset': 'The password was reset by e-mail.',
  'sign-in-method-added': ({ method }) => `${start(method)} was added as a way to log in.`,
  'sign-in-method-removed': ({ method }) => `${start(method)} was removed as a way to log in.`,
  'recovery-codes-made': 'New recovery codes were made.',
  'identity-confirmed': (event) => `You confirmed that it is you${by(event)}.`,
  'export-requested': 'A copy of your data was asked for.',
  'export-downloaded': 'The copy of your data was downloaded.',
  'deletion-requested': 'The deletion of the account was asked for.',
  'deletion-cancelled': 'The deletion of the account was cancelled.',
  deleted: 'The account was deleted.',
};

const REASONS: Partial<Record<string, string>> = {
  'wrong-credentials': ': the password was wrong',
  'wrong-code': ': the code was wrong',
  'account-suspended': ': the account was suspended',
  'account-closed': ': the account was closed',
  'password-changed': ' because the password was changed',
  'password-reset': ' because the password was reset',
  'email-change-undone': ' because a change of the e-mail address was undone',
  suspended: ' because the account was suspended',
  expired: ' after a long time without use',
  'ended-by-member': ' from another device',
  'account-deleted': ' because the account was deleted',
};

/** Sessions that the system logged out gave way to newer ones. */
const because = ({ detail, done_by: by }: SecurityEventItem) =>
  detail === 'logged-out' && by === 'system'
    ? ' because too many were logged in'
    : (REASONS[detail ?? ''] ?? '');

/** A member loses the badge with the name that it was given to. */
const lostBy = (by: SecurityEventItem['done_by']) =>
  by === 'member' ? 'lost with the former username' : 'taken away';

function start(method: SecurityEventItem['method']): string {
  const words = methodWords(method ?? 'password');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns a sentence that describes an event; for a kind that only a newer server knows, its name. */
export function eventWords(event: SecurityEventItem): string {
  const words: Words = (WORDS as Partial<Record<string, Words>>)[event.kind] ?? event.kind;
  return typeof words === 'string' ? words : words(event);
}
