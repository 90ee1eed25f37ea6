/**
 * Longest entry in UTF-8: a page of 1,000 entries stays far below the size limit of a message, and a cursor
 * below its own limit.
 */
const MAX_ENTRY_BYTES = 150;

/** Enough for every order in which prefixes may precede each other. */
const MAX_ROUNDS = 10;

interface Site {
  readonly hosts: readonly string[];
  /** Matches paths that contain a name elsewhere than at their beginning. */
  readonly name?: RegExp;
  /** Beginnings of paths that lead to something other than an account. No account's page has such an address. */
  readonly other?: string;
}

const SITES: readonly Site[] = [
  {
    hosts: ['x.com', 'twitter.com'],
    other: 'i intent share home search explore hashtag messages notifications settings compose login signup',
  },
  {
    hosts: ['t.me', 'telegram.me'],
    name: nameAfter('s'),
    other:
      's c joinchat share addstickers addemoji addlist addtheme proxy socks setlanguage login iv bg boost',
  },
  {
    hosts: ['instagram.com'],
    name: nameAfter('_u'),
    other: '_u p reel reels tv s share stories explore accounts direct',
  },
  { hosts: ['threads.net', 'threads.com'], other: 't search login settings' },
  {
    hosts: ['tiktok.com'],
    other: 't v video tag music discover explore foryou following live search share embed login',
  },
  {
    hosts: ['youtube.com'],
    name: nameAfter('channel'),
    other: 'channel watch shorts playlist live embed v feed results hashtag post clip redirect',
  },
  {
    hosts: ['facebook.com', 'fb.com'],
    name: /^(?:profile\.php\?(?:[^#]*&)?id=|people\/+[^/?#]+\/+|pg\/+|p\/+)([^/?#&]+)/,
    other:
      'profile.php people pg p pages groups watch reel reels share share.php sharer sharer.php story.php ' +
      'permalink.php photo photo.php photos video.php events marketplace gaming hashtag stories login login.php',
  },
  {
    hosts: ['github.com'],
    name: nameAfter('orgs|sponsors'),
    other:
      'orgs sponsors apps topics collections search explore trending marketplace features settings login',
  },
  { hosts: ['reddit.com'], other: 'r comments gallery media message search settings submit login' },
  { hosts: ['medium.com'], other: 'p m me s tag tags topic search' },
  {
    hosts: ['linkedin.com'],
    name: nameAfter('company|school|showcase|comm/in'),
    other:
      'company school showcase comm pub profile/view posts feed groups events jobs pulse newsletters search login',
  },
  { hosts: ['warpcast.com', 'farcaster.xyz'], other: '~ miniapps' },
  { hosts: ['bsky.app'], other: 'search feeds hashtag settings starter-pack start intent' },
  {
    hosts: ['twitch.tv'],
    name: nameAfter('popout|moderator'),
    other: 'popout moderator directory videos video collections team search settings subscriptions login',
  },
  { hosts: ['pinterest.com'], other: 'pin ideas search today settings login' },
];

const PROFILE_ADDRESS = new RegExp(
  String.raw`^(?:https?://)?(?:www\.|m\.|mobile\.|old\.)?(` +
    SITES.flatMap(({ hosts }) => hosts.map((host) => host.replace('.', String.raw`\.`))).join('|') +
    String.raw`)/+(?:#!/)?((?:(?:u|user|in|profile|c)/)?([^/?#]+)(?:[/?#].*)?)$`,
);
/** Names of the platforms, as alternatives of a regular expression. */
export const PLATFORM_NAMES =
  'x|twitter|t|telegram|tg|instagram|ig|insta|threads|tiktok|youtube|yt|facebook|fb|github|reddit|medium|linkedin|' +
  'warpcast|farcaster|bluesky|bsky|discord|twitch';
const PLATFORM = new RegExp(String.raw`^(?:${PLATFORM_NAMES}) *: *(?:u\/)?`);

/**
 * Characters that show nothing, variation selectors and fillers among them: each would be another entry, and
 * another ticket, of an account that reads the same.
 */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Matches, in Postgres too, the entries of older snapshots that may have another form today: until 27 November
 * 2026 format characters (Cf) alone were left away, and until 30 November an address kept its escapes. An entry
 * that is rejected today has no other form.
 */
export const FORM_CHANGED =
  '[\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180D\u180F\uFE00-\uFE0F\u{E0100}-\u{E01EF}]|%[0-9a-f]{2}';

/**
 * Characters that no name contains: spaces and similar ones (U+2800 is drawn as one), control characters,
 * separators, and the one that stands for bytes that are no UTF-8.
 */
const FOREIGN = /[\s\p{Z}\p{C}\u2800\uFFFD/\\,;"<>|]/u;

/**
 * Returns the entry for a social account: its bare name, in whatever form it was written. NFKC, lower case,
 * without invisible characters, surrounding spaces, a profile's address, a platform's name and leading @.
 * Null where no name is left, for a name that no account can have, and for an address that leads to no
 * account: many such addresses share their first word. Normalising a result again does not change it.
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

/** Returns the form that an entry of an older snapshot, maybe taken from an address, has today; null for none. */
export function formOfToday(entry: string): string | null {
  return normaliseAccount(decode(entry));
}

function simplify(text: string): string {
  const folded = text.normalize('NFKC').replace(INVISIBLE, '').toLowerCase().normalize('NFKC').trim();
  return (nameInAddress(folded) ?? folded.replace(PLATFORM, '')).replace(/^@+/, '').trim();
}

/**
 * Returns the name in a profile's address; null for a text that is not an address of a known site, and an
 * empty text for an address that names no account.
 */
function nameInAddress(text: string): string | null {
  const [address, host = '', path = '', name = ''] = PROFILE_ADDRESS.exec(text) ?? [];
  if (address === undefined) return null;
  const site = SITES.find(({ hosts }) => hosts.includes(host));
  const named = site?.name?.exec(path)?.[1];
  if (named !== undefined) return decode(named);
  const [route = ''] = path.split(/[?#]/).map(decode);
  const leadsElsewhere = site?.other?.split(' ').some((other) => `${route}/`.startsWith(`${other}/`));
  return leadsElsewhere ? '' : decode(name);
}

/** Returns a part of an address as people read it: browsers copy an é as `%C3%A9`. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Returns a pattern for a name that follows one of these words. */
function nameAfter(words: string): RegExp {
  return new RegExp(`^(?:${words})/+([^/?#]+)`);
}

const isName = (name: string) =>
  name !== '' && !FOREIGN.test(name) && Buffer.byteLength(name) <= MAX_ENTRY_BYTES;
