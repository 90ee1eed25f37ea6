import type { User } from '@likewell/contracts/gateway/user';
import { useSyncExternalStore } from 'react';
import { readStored, removeStored, writeStored } from './local-storage';

/** Who is signed in. A token without a user is a session that start-up has yet to ask about. */
export interface Session {
  token: string | null;
  user: User | null;
}

const SIGNED_OUT: Session = { token: null, user: null };
const listeners = new Set<() => void>();
let session = load();

export const getSession = (): Session => session;

/** Keeps a new session in memory and in local storage (spec, section 3). */
export function saveSession(token: string, user: User): void {
  writeStored('token', token);
  writeStored('user', JSON.stringify(user));
  publish({ token, user });
}

/** Takes over newer facts about the signed-in member, such as the balance after a tip. */
export function updateUser(changes: Partial<User>): void {
  if (session.token === null || session.user === null) return;
  saveSession(session.token, { ...session.user, ...changes });
}

/** Signs out this browser. With `onlyToken`, a session that began since then stays. */
export function dropSession(onlyToken?: string): void {
  if (onlyToken !== undefined && onlyToken !== session.token) return;
  removeStored('token');
  removeStored('user');
  publish(SIGNED_OUT);
}

/** The session, kept in step with this and other tabs. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, getSession);
}

/** The signed-in member, or null for a visitor. */
export const useUser = (): User | null => useSession().user;

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', onStorage);
  };
}

/** Another tab signed in, signed out or spent something. */
function onStorage({ key }: StorageEvent): void {
  if (key === null || key === 'token' || key === 'user') publish(load());
}

function publish(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
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
