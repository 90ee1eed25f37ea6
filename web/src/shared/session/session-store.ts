import type { User } from '@likewell/contracts/gateway/user';
import { createStore, useStore } from '../store/store';
import { readStored, removeStored, writeStored } from './local-storage';

/** Who is signed in. A token without a user is a session that start-up has yet to ask about. */
export interface Session {
  token: string | null;
  user: User | null;
}

const SIGNED_OUT: Session = { token: null, user: null };
const session = createStore(load(), () => {
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
});

export const getSession = session.get;

/** Calls back whenever the session changes, also in another tab; the answered function ends it. */
export const followSession = session.subscribe;

/** Keeps a new session in memory and in local storage (spec, section 3). */
export function saveSession(token: string, user: User): void {
  writeStored('token', token);
  writeStored('user', JSON.stringify(user));
  session.set({ token, user });
}

/** Takes over newer facts about the signed-in member, such as the balance after a tip. */
export function updateUser(changes: Partial<User>): void {
  const { token, user } = session.get();
  if (token !== null && user !== null) saveSession(token, { ...user, ...changes });
}

/** Signs out this browser. With `onlyToken`, a session that began since then stays. */
export function dropSession(onlyToken?: string): void {
  if (onlyToken !== undefined && onlyToken !== session.get().token) return;
  removeStored('token');
  removeStored('user');
  session.set(SIGNED_OUT);
}

/** The session, kept in step with this and other tabs. */
export const useSession = (): Session => useStore(session);

/** The signed-in member, or null for a visitor. */
export const useUser = (): User | null => useStore(session, ({ user }) => user);

/** Another tab signed in, signed out or spent something. */
function onStorage({ key }: StorageEvent): void {
  if (key === null || key === 'token' || key === 'user') session.set(load());
}

function load(): Session {
  const token = readStored('token');
  return token === null ? SIGNED_OUT : { token, user: parseUser(readStored('user')) };
}

/** The stored user, or null when it is not one that this page can show. */
function parseUser(text: string | null): User | null {
  try {
    const value = JSON.parse(text ?? 'null') as Partial<User> | null;
    return isUser(value) ? value : null;
  } catch {
    return null;
  }
}

/** True for an object with the fields without which the page cannot show a member. */
export function isUser(value: Partial<User> | null | undefined): value is User {
  return (
    typeof value?.id === 'number' &&
    typeof value.username === 'string' &&
    /^\d+$/.test(String(value.tokensNano)) &&
    typeof value.public_token === 'string'
  );
}
