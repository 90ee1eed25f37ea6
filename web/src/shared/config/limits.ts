/** Business constants of the page (spec, section 9). Lengths are pixels of CSS, times milliseconds. */
export const PREVIEW_CHARACTERS = 300;
export const FEED_MARGIN_PX = 600;
export const NARROW_BELOW_PX = 480;
export const HEADER_SHADOW_AFTER_PX = 20;
export const COPIED_MS = 1500;
export const CREATED_REDIRECT_MS = 800;
export const BEST_SKIPPED_ON_POST = 2;
export const DEFAULT_AVATAR = '/static/default-avatar.png';

/** What the server accepts of a post (ARCHITECTURE, decision 20); the form counts, the server decides. */
export const MAX_TITLE_CHARACTERS = 200;
export const MAX_BODY_CHARACTERS = 10_000;
