/** Business constants of the page (spec, section 9). Lengths are pixels of CSS, times milliseconds. */
export const PREVIEW_CHARACTERS = 300;
export const FEED_MARGIN_PX = 600;
export const HISTORY_MARGIN_PX = 100;
export const NARROW_BELOW_PX = 480;
export const HEADER_SHADOW_AFTER_PX = 20;
export const COPIED_MS = 1500;
export const CREATED_REDIRECT_MS = 800;
export const WITHDRAW_TOOLTIP_MS = 3000;
export const BEST_SKIPPED_ON_POST = 2;
export const POPUP_WIDTH_PX = 500;
export const POPUP_HEIGHT_PX = 600;
export const POPUP_TIMEOUT_MS = 120_000;
export const POPUP_POLL_MS = 500;
export const DEFAULT_AVATAR = '/static/default-avatar.png';

/**
 * Distance from view up to which a page of a feed stays rendered, and the number of posts that are painted
 * before the others are rendered.
 */
export const FEED_KEPT_PX = 10_000;
export const FIRST_PAINTED_POSTS = 5;

/** Maximum size of an avatar's photo (spec, section 5). */
export const MAX_PHOTO_BYTES = 1_048_576;

/** The server's rules for a username and a password; the form checks them before. */
export const USERNAME = /^(?=.*[a-z_])[a-z0-9_]{3,20}$/i;
export const MIN_PASSWORD_CHARACTERS = 8;

/**
 * Timeout of a call that hashes a password, which may have to queue at the server. It is longer than
 * the 30 s within which the gateway answers any request, so that the page does not give up on a call
 * that is about to succeed.
 */
export const HASHING_DEADLINE_MS = 35_000;

/** The server's limits for a post; the form counts, and the server decides. */
export const MAX_TITLE_CHARACTERS = 200;
export const MAX_BODY_CHARACTERS = 10_000;

/** The server's limit for the prompt of a draft. */
export const MAX_PROMPT_CHARACTERS = 2000;
