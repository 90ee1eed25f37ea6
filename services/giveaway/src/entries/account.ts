/** In UTF-8: a page of 1,000 entries stays far below what a message may weigh, and a cursor below what one may have. */
const MAX_ENTRY_BYTES = 150;

/** Enough for every way in which a prefix may stand before another one. */
const MAX_ROUNDS = 10;

const PROFILE_ADDRESS = new RegExp(
  String.raw`^(?:https?://)?(?:www\.|m\.|mobile\.|old\.)?(?:` +
    [
      ...['x.com', 'twitter.com', 't.me', 'telegram.me', 'instagram.com', 'threads.net', 'threads.com'],
      ...['tiktok.com', 'youtube.com', 'facebook.com', 'fb.com', 'github.com', 'reddit.com', 'medium.com'],
      ...['linkedin.com', 'warpcast.com', 'farcaster.xyz', 'bsky.app', 'twitch.tv', 'pinterest.com'],
    ]
      .map((host) => host.replace('.', String.raw`\.`))
      .join('|') +
    String.raw`)/+(?:#!/)?(?:(?:u|user|in|profile|c)/)?([^/?#]+)(?:[/?#].*)?$`,
);
const PLATFORM =
  /^(?:x|twitter|t|telegram|tg|instagram|ig|insta|threads|tiktok|youtube|yt|facebook|fb|github|reddit|medium|linkedin|warpcast|farcaster|bluesky|bsky|discord|twitch) *: *(?:u\/)?/;

/** What no name holds: spaces and their like, invisible characters, and signs that divide. */
const FOREIGN = /[\s\p{Z}\p{C}/\\,;"<>|]/u;

/**
 * A social account as an entry of the list: its bare name, however it was written. NFKC, lower case, without
 * invisible characters, spaces around it, a profile's address, a platform's name and leading @. Null where no
 * name is left, or one that no account can have. What comes out goes in again unchanged.
 */
export function normaliseAccount(text: string): string | null {
  let name = text;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const next = simplify(name);
    if (next === name) return isName(name) ? name : null;
    name = next;
  }
  return null;
}

function simplify(text: string): string {
  const folded = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase()
    .normalize('NFKC')
    .trim();
  return (PROFILE_ADDRESS.exec(folded)?.[1] ?? folded.replace(PLATFORM, '')).replace(/^@+/, '').trim();
}

const isName = (name: string) =>
  name !== '' && !FOREIGN.test(name) && Buffer.byteLength(name) <= MAX_ENTRY_BYTES;
