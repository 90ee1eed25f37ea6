import { randomUuid } from './random-uuid';

/** The wish to tip, made before anything is sent; its key makes the server count it once. */
export interface TipIntent {
  key: string;
  payerId: number;
  postId: number;
  amountNano: bigint;
}

type Wish = Omit<TipIntent, 'key'>;

/** After this a tip of the same amount is a new wish, not a retry. */
export const RETRY_WITHIN_MS = 60 * 60_000;

/**
 * The intent for this wish: a new one, or the one that was sent before and never answered. It is kept in
 * session storage, so that neither a retry nor a reload in between can pay twice.
 */
export function beginIntent(wish: Wish): TipIntent {
  const key = readKey(wish) ?? randomUuid();
  write(wish, JSON.stringify({ key, at: Date.now() }));
  return { ...wish, key };
}

/** Forgets an intent whose outcome is known. */
export const endIntent = (intent: TipIntent): void => write(intent, null);

/** The intents of a payer whose outcome is still unknown, as after a reload in the middle. */
export function openIntents(payerId: number): TipIntent[] {
  return storedNames().flatMap((name) => {
    const [, payer, post, nano] = /^tip:(\d+):(\d+):(\d+)$/.exec(name) ?? [];
    if (Number(payer) !== payerId || post === undefined || nano === undefined) return [];
    const wish = { payerId, postId: Number(post), amountNano: BigInt(nano) };
    const key = readKey(wish);
    return key === null ? [] : [{ ...wish, key }];
  });
}

const nameOf = ({ payerId, postId, amountNano }: Wish) => `tip:${payerId}:${postId}:${amountNano}`;

/** What session storage would keep, for browsers that forbid it. */
const memory = new Map<string, string>();

function storedNames(): string[] {
  try {
    return Object.keys(sessionStorage);
  } catch {
    return [...memory.keys()];
  }
}

function readKey(wish: Wish): string | null {
  try {
    const kept = JSON.parse(read(nameOf(wish)) ?? '{}') as { key?: string; at?: number };
    return kept.key && Date.now() - (kept.at ?? 0) < RETRY_WITHIN_MS ? kept.key : null;
  } catch {
    return null;
  }
}

function read(name: string): string | null {
  try {
    return sessionStorage.getItem(name) ?? memory.get(name) ?? null;
  } catch {
    return memory.get(name) ?? null;
  }
}

function write(wish: Wish, text: string | null): void {
  const name = nameOf(wish);
  if (text === null) memory.delete(name);
  else memory.set(name, text);
  try {
    if (text === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, text);
  } catch {
    // The memory above serves until the page is left.
  }
}
