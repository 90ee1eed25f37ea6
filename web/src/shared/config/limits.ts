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

/** How far from view a page of a feed stays as it is, and how many posts are painted before the others are made. */
export const FEED_KEPT_PX = 10_000;
export const FIRST_PAINTED_POSTS = 5;

/** Of an avatar's photo (spec, section 5). */
export const MAX_PHOTO_BYTES = 1_048_576;

/** What the server accepts of a username and a password; the form says so beforehand. */
export const USERNAME = /^(?=.*[a-z_])[a-z0-9_]{3,20}$/i;
export const MIN_PASSWORD_CHARACTERS = 8;

/** What the server accepts of a post; the form counts, the server decides. */
export const MAX_TITLE_CHARACTERS = 200;
export const MAX_BODY_CHARACTERS = 10_000;

/** What the server accepts as a wish for a draft. */
export const MAX_PROMPT_CHARACTERS = 2000;
