import { randomUuid } from './random-uuid';

/** The wish to tip, made before anything is sent; its key makes the server count it once. */
export interface TipIntent {
  key: string;
  payerId: number;
  postId: number;
  amountNano: bigint;
  /** True where a try before this one may have moved the money. */
  isRetry: boolean;
}

type Wish = Omit<TipIntent, 'key' | 'isRetry'>;

/** For so long the page asks for the outcome by itself; later only who sends the same again does. */
export const RETRY_WITHIN_MS = 60 * 60_000;

/**
 * The intent for this wish: a new one, or the one that was sent before and never answered. It is kept in
 * session storage, so that neither a retry nor a reload in between can pay twice, however late: the ledger knows a key for good.
 */
export function beginIntent(wish: Wish): TipIntent {
  const stored = readStoredKey(wish)?.key;
  const key = stored ?? randomUuid();
  write(wish, JSON.stringify({ key, at: Date.now() }));
  return { ...wish, key, isRetry: stored !== undefined };
}

/** Forgets an intent whose outcome is known. */
export const endIntent = (intent: TipIntent): void => write(intent, null);

/** The intents of a payer whose outcome is still unknown, as after a reload in the middle, and not for longer than an hour. */
export function openIntents(payerId: number): TipIntent[] {
  return storedNames().flatMap((name) => {
    const [, payer, post, nano] = /^tip:(\d+):(\d+):(\d+)$/.exec(name) ?? [];
    if (Number(payer) !== payerId || post === undefined || nano === undefined) return [];
    const wish = { payerId, postId: Number(post), amountNano: BigInt(nano) };
    const stored = readStoredKey(wish);
    return stored && Date.now() - stored.at < RETRY_WITHIN_MS
      ? [{ ...wish, key: stored.key, isRetry: true }]
      : [];
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

function readStoredKey(wish: Wish): { key: string; at: number } | null {
  try {
    const kept = JSON.parse(read(nameOf(wish)) ?? '{}') as { key?: string; at?: number };
    return kept.key ? { key: kept.key, at: kept.at ?? 0 } : null;
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
