import { isDeletedUsername } from '@likewell/contracts/core/deleted-username';
import { skeletonOf } from './skeleton.js';

const list = (words: string) => words.split(/\s+/);

/** First path segments of the site, and names with a meaning for programs. */
const PATHS = new Set(
  list(
    `about account api assets auth avatars best blog create edit following giveaways health how_we_select_winners login logout me
     metrics new null p page posts privacy privacy_policy search settings signup static terms terms_of_service u undefined
     users whitepaper www`,
  ),
);
/** The site's own name may be part of no member's name. */
const SITE = skeletonOf('likewell');
/** Words for people who speak for the site: reserved as any word of a name. */
const OFFICES = skeletonsOf(
  'admin administrator moderation moderator official security staff support treasury',
);
/** Includes ordinary words, as in dream_team: they are reserved only if a name consists of nothing else. */
const WORDS = [...OFFICES, SITE, ...skeletonsOf('help platform root system team wallet')];

/**
 * Tells whether a username, in its stored form, is reserved for the site or looks like a reserved one: it
 * compares skeletons, and ignores digits before and after a word. `helpful_anna` and `badminton` are allowed.
 */
export function isReserved(username: string): boolean {
  if (PATHS.has(username) || isDeletedUsername(username) || skeletonOf(username).includes(SITE)) return true;
  const words = username.split('_');
  return (
    words.some((word) => readings(word).some((reading) => OFFICES.includes(reading))) ||
    readings(username).some(isMadeOfWords)
  );
}

/** Returns the skeletons of the words and of their plurals. */
function skeletonsOf(words: string): string[] {
  return list(words).flatMap((word) => [skeletonOf(word), skeletonOf(`${word}s`)]);
}

/** Digits at an end of a word may be read as letters, as in 0fficial, or as a number, as in admin2. */
function readings(text: string): string[] {
  const withoutFirst = text.replace(/^[\d_]+/, '');
  const withoutLast = text.replace(/[\d_]+$/, '');
  return [text, withoutFirst, withoutLast, withoutFirst.replace(/[\d_]+$/, '')].map(skeletonOf);
}

/** Tells whether a text consists of one or more words without separators, as in supportteam. */
const isMadeOfWords = (skeleton: string): boolean =>
  WORDS.some(
    (word) => skeleton === word || (skeleton.startsWith(word) && isMadeOfWords(skeleton.slice(word.length))),
  );
