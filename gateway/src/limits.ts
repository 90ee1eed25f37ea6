import type { RouteLimit } from '@likewell/contracts/gateway/define-route';
import { z } from 'zod';

/**
 * The limited things: the routes, wrong passwords, complete proofs of draws, all sessions of a member
 * together, and invalid session tokens.
 */
export type LimitName =
  RouteLimit | 'login_account' | 'login_strangers' | 'proof' | 'all_sessions' | 'session';
/** Name of the configuration variable of a limit. */
export type LimitVariable = `LIMIT_${Uppercase<LimitName>}`;

/** Profiles of limits; `load` lets a load generator at one address act as any number of members. */
export const limitsProfile = z.enum(['production', 'laptop', 'load']).default('production');

type Limits = Record<'MAX_IN_FLIGHT' | LimitVariable, string>;

const production = {
  /** Requests under way at once; any further one is rejected before its body is read. */
  MAX_IN_FLIGHT: '1000',
  LIMIT_REGISTER: '20/1h',
  LIMIT_LOGIN: '20/1m',
  /**
   * Wrong passwords from one network on one account. The next one must wait for the window, then twice as
   * long, and so on.
   */
  LIMIT_LOGIN_ACCOUNT: '5/1m',
  /** Wrong passwords on one account from all networks together that its member has never signed in from. */
  LIMIT_LOGIN_STRANGERS: '50/1h',
  /** Attempts to change the password, or to set a first one. */
  LIMIT_PASSWORD: '5/15m',
  /** Requested mails, by member, or by network without a member. */
  LIMIT_MAIL: '10/10m',
  /** Photos uploaded as avatars. */
  LIMIT_PHOTO: '10/10m',
  LIMIT_TIP: '120/1m',
  /** Reports of deposits; each may wait for 25 s and queries the chain. */
  LIMIT_DEPOSIT: '20/1m',
  LIMIT_WRITE: '30/1m',
  LIMIT_READ: '600/1m',
  /** What the settings show of an account, and who is signed in; each page load asks for the latter. */
  LIMIT_SETTINGS: '120/1m',
  /** Avatars served; a page of posts shows twenty. */
  LIMIT_PICTURE: '3000/1m',
  /** Downloads of a member's data; each may take eight minutes, and one of nginx' 24 places for them. */
  LIMIT_DOWNLOAD: '5/10m',
  /** Drafts by AI, by network: they cost money and need no session. */
  LIMIT_DRAFT: '5/1h',
  /** Look-ups of social accounts among the winners of giveaways. */
  LIMIT_CHECK: '10/1m',
  /** Complete proofs of draws: each costs one call per thousand entries. */
  LIMIT_PROOF: '10/1m',
  /**
   * Requests of all sessions of a member together on the routes where each session also has a limit of its
   * own. One session alone may make 175.
   */
  LIMIT_ALL_SESSIONS: '900/1m',
  /** Invalid session tokens, by network; each costs a look-up in Redis and a call of auth. */
  LIMIT_SESSION: '30/1m',
} satisfies Limits;

/** High enough for a thousand sign-ups or tips per minute from one address. */
const laptop: Limits = {
  MAX_IN_FLIGHT: '2000',
  LIMIT_REGISTER: '6000/1m',
  LIMIT_LOGIN: '6000/1m',
  LIMIT_LOGIN_ACCOUNT: '600/1m',
  LIMIT_LOGIN_STRANGERS: '6000/1h',
  LIMIT_PASSWORD: '6000/1m',
  LIMIT_MAIL: '6000/1m',
  LIMIT_PHOTO: '600/1m',
  LIMIT_TIP: '12000/1m',
  LIMIT_DEPOSIT: '6000/1m',
  LIMIT_WRITE: '6000/1m',
  LIMIT_READ: '60000/1m',
  LIMIT_SETTINGS: '60000/1m',
  LIMIT_PICTURE: '60000/1m',
  LIMIT_DOWNLOAD: '600/1m',
  LIMIT_DRAFT: '600/1h',
  LIMIT_CHECK: '6000/1m',
  LIMIT_PROOF: '6000/1m',
  LIMIT_ALL_SESSIONS: '60000/1m',
  LIMIT_SESSION: '6000/1m',
};

const names = Object.keys(production) as (keyof Limits)[];
export const limitVariables = names.filter((name): name is LimitVariable => name.startsWith('LIMIT_'));

/**
 * High enough to limit nobody, but counted all the same, and with the places of production, so that measurements
 * see the gateway as it is.
 */
const load: Limits = {
  ...(Object.fromEntries(names.map((name) => [name, '100000000/1m'])) as Limits),
  MAX_IN_FLIGHT: production.MAX_IN_FLIGHT,
};

const profiles = { production, laptop, load };

/** Returns the variables with the limits of the profile in LIMITS; a variable that is given takes precedence. */
export function withLimits(variables: unknown): unknown {
  // z.record is not used, because it does not accept process.env as a plain object.
  const given: Record<string, unknown> = { ...(variables as object) };
  const profile = limitsProfile.safeParse(given.LIMITS).data ?? 'production';
  return { ...profiles[profile], ...given };
}
