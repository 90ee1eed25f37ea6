/* global __ENV, open */
import { SharedArray } from 'k6/data';

/** Where the site is; nginx of the stack unless BASE_URL says otherwise. */
export const BASE_URL = __ENV.BASE_URL || 'http://127.0.0.1:8080';
/**
 * Eight hex digits that begin every idempotency key of this run, so that its tips can be found in the
 * journal.
 */
export const RUN = __ENV.RUN || '';
if (!/^[0-9a-f]{8}$/.test(RUN))
  throw new Error('RUN must be eight hex digits: -e RUN=$(printf %08x $(date +%s))');
/** The first digit is a letter, so that names begin with one. */
export const NAME = `lt${RUN}`;
/**
 * Makes deposits on the chain for the journeys that report them; absent on a chain where that would cost
 * money.
 */
export const FEEDER_URL = __ENV.FEEDER_URL || '';

const file = __ENV.TOKENS_FILE;
if (!file) throw new Error('TOKENS_FILE must name the file that make load-seed wrote.');

/** Tokens of signed-in members; the index is the member's number less one. */
const tokens = new SharedArray('tokens', () => JSON.parse(open(file)).tokens);
const posts = new SharedArray('posts', () => JSON.parse(open(file)).posts);

const below = (count) => Math.floor(Math.random() * count);

/** A member who tips. Members 1, 6, 11 … write the posts: nobody meets a post of her own. */
export function anyPayer() {
  const index = below(tokens.length);
  return tokens[index % 5 === 0 ? index + (index + 1 < tokens.length ? 1 : -1) : index];
}

export const anyAuthor = () =>
  `load_${String(1 + 5 * below(Math.floor(tokens.length / 5))).padStart(6, '0')}`;

/** Some posts are read and tipped far more often than others, as in life: the chance falls with the rank. */
export const anyPost = () => posts[Math.floor(posts.length ** Math.random()) - 1];

export const hotPost = () => posts[0];
