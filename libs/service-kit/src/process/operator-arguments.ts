import { userInfo } from 'node:os';
import type { Environment } from '../config/environment.js';
import { textArgument, UserFacingError } from './cli-arguments.js';

/** An operator of the site, and the reason for their action. */
export interface Operator {
  readonly name: string;
  readonly reason: string | null;
}

/** Requirements of a command to its operator. */
export interface OperatorRules {
  /** Name of the operator if none is given; null if it must be given. */
  readonly presumed: string | null;
  /** True if a reason is required as well, for the actions with the gravest effects. */
  readonly needsReasons: boolean;
}

const MAX_NAME = 60;
const MAX_REASON = 300;
/** Excludes characters that would move a terminal's cursor or change the direction of its text. */
const PRINTABLE = /^[^\p{C}\p{Zl}\p{Zp}]+$/u;

/** Arguments of every command whose operator is kept, with the reason. */
export const operatorArguments = { by: printable('by', MAX_NAME), why: printable('why', MAX_REASON) };

/** In production, operator and reason must be given; on a laptop, the operator is the logged-in user. */
export const operatorRules = (environment: Environment): OperatorRules =>
  environment === 'production'
    ? { presumed: null, needsReasons: true }
    : { presumed: loginName(), needsReasons: false };

/** Returns who runs the command and why, which is kept. @throws UserFacingError with what to say */
export function operatorOf(
  { by, why }: { readonly by?: string | undefined; readonly why?: string | undefined },
  { presumed, needsReasons }: OperatorRules,
): Operator {
  const name = by ?? presumed;
  if (name === null) throw new UserFacingError('Say who you are, which is kept: by=anna');
  if (why === undefined && needsReasons) throw new UserFacingError('Say why, which is kept: why="…"');
  return { name, reason: why ?? null };
}

function printable(name: string, maxCharacters: number) {
  return textArgument(name, maxCharacters)
    .refine((text) => PRINTABLE.test(text), `${name} must be one line of printable text.`)
    .optional();
}

/** Returns the login name; the user of a container may have none. */
function loginName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}
