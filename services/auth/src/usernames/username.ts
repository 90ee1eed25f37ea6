import { AppError } from '@likewell/contracts/core/app-error';
import { authErrors } from '@likewell/contracts/auth/errors';

const ALLOWED = /^[a-z0-9_]{3,20}$/;
const ONLY_DIGITS = /^\d+$/;

/** First path segments of the site, and names that would pass for the site's own. */
const RESERVED = new Set(
  `about admin administrator api assets auth avatars best blog create edit following giveaways health help
   how_we_select_winners likewell likewell_team login logout me metrics moderation moderator new null official
   p page platform posts privacy privacy_policy root search security settings signup static staff support
   system team terms terms_of_service treasury u undefined users wallet whitepaper www`.split(/\s+/),
);

/**
 * The username as it is stored (ARCHITECTURE, decision 13): lower-cased, 3 to 20 of `a-z0-9_`, not all digits.
 * @throws AppError USERNAME_INVALID, USERNAME_RESERVED
 */
export function toUsername(text: string): string {
  const username = text.toLowerCase();
  if (!ALLOWED.test(username) || ONLY_DIGITS.test(username)) throw new AppError(authErrors.USERNAME_INVALID);
  if (RESERVED.has(username)) throw new AppError(authErrors.USERNAME_RESERVED);
  return username;
}
