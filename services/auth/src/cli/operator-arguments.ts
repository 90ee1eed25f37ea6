import type { Environment } from '@likewell/service-kit/config/environment';
import { textArgument, UserFacingError } from '@likewell/service-kit/process/cli-arguments';
import { userInfo } from 'node:os';
import type { Operator } from '../security-events/operator.js';

/** What a command asks of its operator. */
export interface OperatorRules {
  /** Who it is where they do not say; null where they have to. */
  readonly presumed: string | null;
  /** True where they have to say why as well, before what hits a member hardest. */
  readonly needsReasons: boolean;
}

const MAX_NAME = 60;
const MAX_REASON = 300;
/** Nothing that would move a terminal's cursor or turn its text around. */
const PRINTABLE = /^[^\p{C}\p{Zl}\p{Zp}]+$/u;

/** The words of every command that does something to a member: who does it, and why. */
export const operatorArguments = { by: printable('by', MAX_NAME), why: printable('why', MAX_REASON) };

/** Where the money is people's, who and why are said; on a laptop it is whoever is logged in there. */
export const operatorRules = (environment: Environment): OperatorRules =>
  environment === 'production'
    ? { presumed: null, needsReasons: true }
    : { presumed: loginName(), needsReasons: false };

/** Who does it, for the trail. @throws UserFacingError with what to say */
export function operatorOf(
  { by, why }: { readonly by?: string | undefined; readonly why?: string | undefined },
  { presumed, needsReasons }: OperatorRules,
): Operator {
  const name = by ?? presumed;
  if (name === null) throw new UserFacingError('Say who you are, which is kept: by=anna');
  if (why === undefined && needsReasons)
    throw new UserFacingError('Say why, which is kept: why="Sells fake tokens in twelve posts"');
  return { name, reason: why ?? null };
}

function printable(name: string, maxCharacters: number) {
  return textArgument(name, maxCharacters)
    .refine((text) => PRINTABLE.test(text), `${name} must be one line of printable text.`)
    .optional();
}

/** A container's user may have none. */
function loginName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}
