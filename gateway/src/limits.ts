import type { RouteLimit } from '@likewell/contracts/gateway/define-route';
import { z } from 'zod';

/** What is limited: the routes, wrong passwords, proofs taken whole, and tokens that are no session's. */
export type LimitName = RouteLimit | 'login_account' | 'login_strangers' | 'proof' | 'session';
/** Where the configuration has it. */
export type LimitVariable = `LIMIT_${Uppercase<LimitName>}`;

/** Who the limits are for; `load` lets a load generator at one address be as many members as it likes. */
export const limitsProfile = z.enum(['production', 'laptop', 'load']).default('production');

type Limits = Record<'MAX_IN_FLIGHT' | LimitVariable, string>;

const production = {
  /** Requests under way at once; one more is rejected before its body is read. */
  MAX_IN_FLIGHT: '1000',
  LIMIT_REGISTER: '20/1h',
  LIMIT_LOGIN: '20/1m',
  /** Wrong passwords of one network on one account; the next one waits for the window, then twice as long and so on. */
  LIMIT_LOGIN_ACCOUNT: '5/1m',
  /** Wrong passwords on one account of all networks together that its member has never signed in from. */
  LIMIT_LOGIN_STRANGERS: '50/1h',
  /** Tries to change the password, by member. */
  LIMIT_PASSWORD: '5/15m',
  /** Mails asked for, by member, or by network without one. */
  LIMIT_MAIL: '10/10m',
  /** Photos to make avatars of. */
  LIMIT_PHOTO: '10/10m',
  LIMIT_TIP: '120/1m',
  /** Reports of deposits; each may wait for 25 s and asks the chain. */
  LIMIT_DEPOSIT: '20/1m',
  LIMIT_WRITE: '30/1m',
  LIMIT_READ: '600/1m',
  /** Avatars shown; a page of posts shows twenty. */
  LIMIT_PICTURE: '3000/1m',
  /** Drafts by AI, by network: they cost money and need no session. */
  LIMIT_DRAFT: '5/1h',
  /** Social accounts looked up among the winners of giveaways. */
  LIMIT_CHECK: '10/1m',
  /** Proofs of draws taken whole: each costs as many calls as there are thousands of entries. */
  LIMIT_PROOF: '10/1m',
  /** Tokens that are no session's, by network; each costs a look in Redis and a question to auth. */
  LIMIT_SESSION: '30/1m',
} satisfies Limits;

/** Generous, so that a thousand sign-ups or tips a minute from one address go through. */
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
  LIMIT_PICTURE: '60000/1m',
  LIMIT_DRAFT: '600/1h',
  LIMIT_CHECK: '6000/1m',
  LIMIT_PROOF: '6000/1m',
  LIMIT_SESSION: '6000/1m',
};

const names = Object.keys(production) as (keyof Limits)[];
export const limitVariables = names.filter((name): name is LimitVariable => name.startsWith('LIMIT_'));

/** In nobody's way, but counted all the same: what is measured is the gateway as it is. */
const load: Limits = {
  ...(Object.fromEntries(names.map((name) => [name, '100000000/1m'])) as Limits),
  MAX_IN_FLIGHT: laptop.MAX_IN_FLIGHT,
};

const profiles = { production, laptop, load };

/** The variables with the limits of the profile that LIMITS names, each where no variable gives it itself. */
export function withLimits(variables: unknown): unknown {
  // Not z.record, to which process.env is no plain object.
  const given: Record<string, unknown> = { ...(variables as object) };
  const profile = limitsProfile.safeParse(given.LIMITS).data ?? 'production';
  return { ...profiles[profile], ...given };
}
