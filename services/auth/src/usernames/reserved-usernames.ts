import { isDeletedUsername } from '@likewell/contracts/core/deleted-username';
import { skeletonOf } from './skeleton.js';

const list = (words: string) => words.split(/\s+/);

/** First path segments of the site, and names that programs take for something else. */
const PATHS = new Set(
  list(
    `about account api assets auth avatars best blog create edit following giveaways health how_we_select_winners login logout me
     metrics new null p page posts privacy privacy_policy search settings signup static terms terms_of_service u undefined
     users whitepaper www`,
  ),
);
/** The site's own name is in no member's. */
const SITE = skeletonOf('likewell');
/** Who speaks for the site: as any word of a name. */
const OFFICES = skeletonsOf(
  'admin administrator moderation moderator official security staff support treasury',
);
/** Ordinary words too, as in dream_team: reserved where a name has nothing else in it. */
const WORDS = [...OFFICES, SITE, ...skeletonsOf('help platform root system team wallet')];

/**
 * True of a username, in its stored form, that is the site's own or would pass for it: by its skeleton, whatever digits
 * stand before and after a word. `helpful_anna` and `badminton` are nobody's office.
 */
export function isReserved(username: string): boolean {
  if (PATHS.has(username) || isDeletedUsername(username) || skeletonOf(username).includes(SITE)) return true;
  const words = username.split('_');
  return (
    words.some((word) => readings(word).some((reading) => OFFICES.includes(reading))) ||
    readings(username).some(isMadeOfWords)
  );
}

/** Each with its plural. */
function skeletonsOf(words: string): string[] {
  return list(words).flatMap((word) => [skeletonOf(word), skeletonOf(`${word}s`)]);
}

/** The digits at an end of a word belong to it, as in 0fficial, or number it, as in admin2. */
function readings(text: string): string[] {
  const withoutFirst = text.replace(/^[\d_]+/, '');
  const withoutLast = text.replace(/[\d_]+$/, '');
  return [text, withoutFirst, withoutLast, withoutFirst.replace(/[\d_]+$/, '')].map(skeletonOf);
}

/** True of one word or more with nothing between them, as in supportteam. */
const isMadeOfWords = (skeleton: string): boolean =>
  WORDS.some(
    (word) => skeleton === word || (skeleton.startsWith(word) && isMadeOfWords(skeleton.slice(word.length))),
  );
