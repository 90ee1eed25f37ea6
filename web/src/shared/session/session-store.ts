import type { User } from '@likewell/contracts/gateway/user';
import { createStore, useStore } from '../store/store';
import { readStored, readStoredJson, removeStored, writeStored } from './local-storage';

/**
 * The current session. A token without a user is a session that the start of the page has not checked yet.
 */
export interface Session {
  token: string | null;
  user: User | null;
}

const SIGNED_OUT: Session = { token: null, user: null };
const session = createStore(load(), () => {
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
});

// A page that the browser shows as it was left has heard nothing of other tabs: it reads the session and the theme
// again. It may be left before its later parts have come. An event without a key may be about any; `followStored`,
// which drafts are followed by, compares the stored text in its place, since a form may have words that could not be
// stored.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) window.dispatchEvent(new StorageEvent('storage'));
});

export const getSession = session.get;

/** The token of the session that the page was loaded with; null for a visitor. */
export const tokenAtStart = session.get().token;

/** Calls the listener whenever the session changes, in another tab too; returns a function that stops it. */
export const followSession = session.subscribe;

/** Stores a new session in memory and in local storage (spec, section 3). */
export function saveSession(token: string, user: User): void {
  writeStored('token', token);
  writeStored('user', JSON.stringify(user));
  session.set({ token, user });
}

/** Updates the signed-in member with newer data, such as the balance after a tip. */
export function updateUser(changes: Partial<User>): void {
  const { token, user } = session.get();
  if (token === null || user === null) return;
  const tokens_unknown = changes.tokensNano === undefined ? user.tokens_unknown : undefined;
  saveSession(token, { ...user, tokens_unknown, ...changes });
}

/** Signs out this browser. With `onlyToken`, a session that began after that one stays, in another tab too. */
export function dropSession(onlyToken?: string): void {
  if (onlyToken !== undefined && onlyToken !== session.get().token) return;
  const stored = load();
  if (onlyToken !== undefined && stored.token !== null && stored.token !== onlyToken) {
    session.set(stored);
    return;
  }
  removeStored('token');
  removeStored('user');
  session.set(SIGNED_OUT);
}

/** Returns the session, kept up to date with this and other tabs. */
export const useSession = (): Session => useStore(session);

/** Returns the signed-in member; null for a visitor. */
export const useUser = (): User | null => useStore(session, ({ user }) => user);

/** Returns the signed-in member's id; null for a visitor. */
export const useMemberId = (): number | null => useStore(session, ({ user }) => user?.id ?? null);

/** Returns true for a member, also before the start of the page has found out whom. */
export const useIsSignedIn = (): boolean => useStore(session, ({ token }) => token !== null);

/** Reloads the session after another tab has signed in, signed out or changed the balance. */
function onStorage({ key }: StorageEvent): void {
  if (key === null || key === 'token' || key === 'user') session.set(load());
}

function load(): Session {
  const token = readStored('token');
  if (token === null) return SIGNED_OUT;
  const user = readStoredJson('user') as Partial<User> | null;
  return { token, user: isUser(user) ? user : null };
}

/** Returns true for an object with the fields that the page needs to show a member. */
export function isUser(value: Partial<Record<keyof User, unknown>> | null): value is User {
  return (
    typeof value?.id === 'number' &&
    typeof value.username === 'string' &&
    /^\d+$/.test(String(value.tokensNano)) &&
    typeof value.public_token === 'string'
  );
}
