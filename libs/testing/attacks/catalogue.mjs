// Every attack, and the named test that carries it out, or the live ones, which name their threat themselves.
// T1 to T25 are the threats of the README.
import { LIVE_ATTACKS } from './live/live-attacks.mjs';

/**
 * @typedef {object} Attack
 * @property {string} threat
 * @property {string} words what an attacker does
 * @property {'live' | 'services' | 'launcher' | 'page' | 'browser' | 'outages'} part which runner carries it
 *   out
 * @property {string} [file] path of the tests, relative to the checkout
 * @property {string} [name] prefix of the full names of the tests, each of which counts as a try
 */

const KIT = 'libs/service-kit';
const AUTH = 'services/auth/test';
const AUTH_RULES = 'services/auth/src';
const LEDGER = 'services/tipping-ledger/test';
const WATCHER = 'services/wallet-chain-watcher/test';
const POSTS = 'services/posts/test';
const DRAFTS = 'services/ai-drafting/test';
const GATEWAY = 'gateway/test';

/** @param {string} words @param {string} file @param {string} name @returns {Omit<Attack, 'threat'>} */
const by = (words, file, name) => ({ words, part: partOf(file), file, name });

/** @param {string} file @returns {Attack['part']} */
function partOf(file) {
  if (file.startsWith('web/e2e/outages/')) return 'outages';
  if (file.startsWith('web/e2e/')) return 'browser';
  if (file.startsWith('web/')) return 'page';
  return file.endsWith('.test.mjs') ? 'launcher' : 'services';
}

/** @type {Record<string, Omit<Attack, 'threat'>[]>} */
const BY_THREAT = {
  T1: [
    by('a tip repeated over replicas', `${LEDGER}/create-tip.test.ts`, 'an idempotency key moves money once'),
    by('its key for another tip', `${LEDGER}/create-tip.test.ts`, 'an idempotency key with another amount'),
    by(
      'a tip repeated after a crash',
      `${LEDGER}/settlement-faults.test.ts`,
      'a ledger killed with tips under way',
    ),
    by(
      'a tip whose response was lost',
      `${LEDGER}/settlement-faults.test.ts`,
      'a tip whose response nobody heard',
    ),
  ],
  T2: [
    by(
      '200 tips of a balance of 100, on two replicas',
      `${LEDGER}/create-tip.test.ts`,
      'a balance of 100 pays exactly 100',
    ),
    by('members tip each other at once', `${LEDGER}/create-tip.test.ts`, 'a balance never deadlocks'),
    by('a balance spent to the last nano', `${LEDGER}/create-tip.test.ts`, 'a balance pays of one batch'),
    by('amounts that are none, or no JSON', `${GATEWAY}/bad-input.test.ts`, 'an amount'),
  ],
  T3: [
    by('the smallest amount', `${LEDGER}/create-tip.test.ts`, 'a tip of the smallest amount splits exactly'),
    by('settlements that round up', `${LEDGER}/epochs.test.ts`, 'an epoch never rounds a settlement up'),
    by(
      'an epoch timed around a deposit',
      `${LEDGER}/epochs.test.ts`,
      'an epoch pays who was there its share',
    ),
    by('amounts beyond what a float holds', 'libs/contracts/src/core/money.test.ts', 'parseLike'),
  ],
  T4: [
    by(
      'one deposit reported by everybody while two scan',
      `${WATCHER}/exactly-once.test.ts`,
      'a signature that everybody reports',
    ),
    by(
      'a deposit told again and again',
      `${LEDGER}/epochs.test.ts`,
      'a deposit is credited once per signature',
    ),
    by('signatures written otherwise', `${WATCHER}/report-deposit.test.ts`, 'a reported deposit that is'),
    by('a deposit claimed twice', `${LEDGER}/claim-deposit.test.ts`, 'a claim of a deposit'),
  ],
  T5: [
    by(
      '50 members race for 100 deposits',
      `${WATCHER}/wallets.test.ts`,
      "a member's wallets that sent 100 deposits",
    ),
    by(
      'a deposit reported by another one first',
      `${WATCHER}/report-deposit.test.ts`,
      'a reported deposit belongs to its member',
    ),
    by(
      'a claim with a proof that is not one',
      `${WATCHER}/wallets.test.ts`,
      "a member's wallets are proved by a text that",
    ),
    by(
      'a claim of what others sent as well',
      `${WATCHER}/wallets.test.ts`,
      "a member's wallets claim nothing that others",
    ),
  ],
  T6: [
    by(
      'transfers that look like deposits',
      `${WATCHER}/deposit-kinds.test.ts`,
      'a deposit is what our token account gained:',
    ),
    by(
      'balances that no chain would tell',
      'services/wallet-chain-watcher/src/deposits/judge-deposit.test.ts',
      'a verdict',
    ),
    by('another mint', `${WATCHER}/like-mint.test.ts`, 'the mint that a watcher is told of must not be'),
    by(
      'transfers among our own accounts',
      `${WATCHER}/own-accounts.test.ts`,
      'our own token accounts gain nothing',
    ),
  ],
  T7: [
    by(
      'a node that lags, lies, forgets or forks',
      `${WATCHER}/chain-faults.test.ts`,
      'deposits while an endpoint',
    ),
    by('answers that cannot be read', `${WATCHER}/unreadable.test.ts`, 'a deposit whose neighbours'),
    by('another chain', `${WATCHER}/chain-identity.test.ts`, 'which chain the nodes serve must not be'),
    by(
      'money that left behind the books',
      `${WATCHER}/ledger-away.test.ts`,
      'deposits and the ledger differ',
    ),
  ],
  T8: [
    by(
      '1,000 replays, keys of small order, altered texts',
      `${GATEWAY}/wallet-sign-in.test.ts`,
      'what was not signed for this gets nobody in',
    ),
    by(
      'signatures that careless verifiers accept',
      `${KIT}/test/verify-wallet-signature.test.ts`,
      'a wallet’s signature',
    ),
    by('texts used twice, late, or for another host', `${AUTH}/wallet-sign-in.test.ts`, 'the text to sign'),
    by("the spec's bare phrase, again and late", `${AUTH}/wallet-sign-in.test.ts`, 'the spec’s form'),
    by(
      'a text of the wallet with more in it',
      `${AUTH}/wallet-sign-in.test.ts`,
      'a text that the wallet writes itself',
    ),
    by(
      'the bare phrase where it is switched off',
      `${AUTH}/wallet-sign-in.test.ts`,
      'with WALLET_BARE_PHRASE=off',
    ),
  ],
  T9: [
    by('a window of another origin listens', 'web/e2e/google.e2e.ts', 'no site but this one hears'),
    by(
      'a forged answer in a real window',
      'web/e2e/google.e2e.ts',
      'a sign-in with Google that does not end shows the sentence of the server for a response',
    ),
    by(
      'states used twice, forged, or of another browser',
      `${GATEWAY}/google.test.ts`,
      'a sign-in that does not end well',
    ),
    by('states raced and run out', `${AUTH}/google-sign-in.test.ts`, 'a state'),
    by('ID tokens of others', `${AUTH}/google-faults.test.ts`, 'an ID token'),
    by('codes of others', `${AUTH}/google-faults.test.ts`, 'a code'),
    by(
      'a verified address of another member',
      `${AUTH}/google-sign-in.test.ts`,
      'a first sign-in with Google never links',
    ),
  ],
  T10: [
    by(
      'wrong passwords, all at once and by other names',
      `${AUTH}/password-guesses.test.ts`,
      'wrong passwords',
    ),
    by('answers told apart by words', `${AUTH}/sessions.test.ts`, 'logging in reads the same'),
    by('answers told apart by time', `${AUTH}/sessions.test.ts`, 'logging in costs one hash'),
    by(
      'the own password guessed in a stolen session',
      `${GATEWAY}/limits.test.ts`,
      'a limit on changes of the password',
    ),
  ],
  T11: [
    by('more sign-ins than can be hashed', `${AUTH}/sessions.test.ts`, 'logging in is rejected as overload'),
    by('more tips than can be served', `${GATEWAY}/overload.test.ts`, 'a gateway with too many tips at once'),
  ],
  T12: [
    by(
      'a session or a role written into the cache',
      `${GATEWAY}/forged-session.test.ts`,
      'whoever can write into the cache',
    ),
    by(
      "a role sealed with auth's own key",
      `${GATEWAY}/forged-session.test.ts`,
      'auth itself says who moderates',
    ),
    by(
      'sealed values opened for another key',
      `${KIT}/src/redis/sealed-values.test.ts`,
      'believes nothing else',
    ),
    by(
      '50 sessions after a change of the password',
      `${GATEWAY}/settings.test.ts`,
      'PUT /api/users/password ends all 50',
    ),
    by('an ended session that the cache knows as alive', `${GATEWAY}/ended-session.test.ts`, ''),
    by('an ended session brought back by a late cache', `${AUTH}/sessions.test.ts`, 'the session cache'),
    by(
      '120 texts that want to run in a browser',
      'web/e2e/hostile-texts.e2e.ts',
      '120 texts that want to run',
    ),
    by(
      'markup in a post',
      'web/src/features/post/post-body.test.tsx',
      'the body of a post card (spec, section 2) shows markup',
    ),
    by('scripts that the policy does not name', 'web/build/security-headers.test.ts', 'the security headers'),
  ],
  T13: [
    by('a process stands still while members are there', 'web/e2e/outages/outages.e2e.ts', 'while '),
    by('Redis emptied, services away', `${GATEWAY}/tip-flow.test.ts`, 'a session outlives an emptied Redis'),
    by('Redis away or hanging', `${AUTH}/sessions.test.ts`, 'without Redis'),
  ],
  T14: [
    by('every kind of route, every kind of caller', 'gateway/test/request.module.test.ts', 'a route for'),
    by('moderators’ routes by members', `${GATEWAY}/moderation.test.ts`, 'the moderators’ routes'),
    by('a role from a form', `${GATEWAY}/moderation.test.ts`, 'a role cannot be had from a form'),
    by('every state of a post, every reader', `${POSTS}/visibility.test.ts`, 'a post that is'),
    by('edits by others', `${POSTS}/revisions.test.ts`, 'with the automatic check others change nothing'),
    by('the own post approved', `${POSTS}/moderation.test.ts`, 'a decision about the own post'),
    by('cursors changed in any bit', `${KIT}/src/database/cursor.test.ts`, 'a cursor'),
  ],
  T15: [
    by('tokens that are none, at every door', `${GATEWAY}/bad-input.test.ts`, 'a session token'),
    by('what is no HTTP', `${GATEWAY}/bad-input.test.ts`, 'what is no HTTP'),
    by('bodies that are none', `${GATEWAY}/bad-input.test.ts`, 'a body'),
  ],
  T16: [
    by('bombs, polyglots and broken files', `${GATEWAY}/avatars.test.ts`, 'what is no photo'),
    by('forms that are none', `${GATEWAY}/avatars.test.ts`, 'a form'),
    by('addresses of pictures that lead elsewhere', `${GATEWAY}/avatars.test.ts`, 'an address of a picture'),
    by('a photo that fills the memory or never ends', `${GATEWAY}/picture-maker.test.ts`, 'the child'),
    by('many photos at once', `${GATEWAY}/avatars.test.ts`, 'many photos at once'),
    by('EXIF that leads in circles', `${GATEWAY}/picture-maker.test.ts`, 'whose EXIF points to itself'),
    by(
      'a color profile that takes hours',
      `${GATEWAY}/picture-maker.test.ts`,
      'whose color profile would cost lcms hours',
    ),
    by(
      'a JPEG of thousands of scans',
      `${GATEWAY}/picture-maker.test.ts`,
      'of more scans than programs make',
    ),
    by(
      'what a photo tells of its place',
      `${GATEWAY}/avatars.test.ts`,
      'a photo taken with the camera turned',
    ),
  ],
  T17: [
    by(
      '150 prompts and 50 replies that want more',
      `${GATEWAY}/ai-drafting.test.ts`,
      'whatever is asked or answered',
    ),
    by('three replicas drain the budget', `${DRAFTS}/budget.test.ts`, 'three replicas at once never spend'),
    by('drafts that cost more than they say', `${DRAFTS}/budget.test.ts`, 'a draft costs'),
    by('a provider that stalls or lies', `${DRAFTS}/generate-post.test.ts`, 'what goes wrong has a code'),
    by(
      'drafts by one network',
      `${GATEWAY}/ai-drafting.test.ts`,
      'POST /api/ai/generate-post is limited by address',
    ),
  ],
  T18: [
    by(
      '20 members of one network, by wallet and password',
      `${GATEWAY}/networks.test.ts`,
      'the limit on new members',
    ),
    by('addresses of one /64 and of one /48', `${GATEWAY}/networks.test.ts`, 'a limit of visitors'),
    by('made-up tokens of one network', `${GATEWAY}/networks.test.ts`, 'a token that is no session’s'),
    by('addresses written otherwise', 'gateway/src/request/networks.test.ts', ''),
    by(
      'sign-ups by every way, all at once',
      `${AUTH}/registration-limit.test.ts`,
      'the limit on registrations',
    ),
    by('bonuses of a network, and of all', `${LEDGER}/bonus-budget.test.ts`, 'the budget of sign-up bonuses'),
    by('a bonus asked for again', `${LEDGER}/open-account.test.ts`, 'the sign-up bonus'),
    by('a referrer changed later', `${LEDGER}/open-account.test.ts`, 'a referrer is fixed'),
    by('giveaways probed', `${GATEWAY}/giveaways.test.ts`, 'a check is limited'),
    by('sign-ups and tips while they are paused', `${GATEWAY}/pauses.test.ts`, 'while '),
  ],
  T19: [
    by(
      'names that pass for members',
      `${AUTH}/lookalike-usernames.test.ts`,
      'a name that passes for another member’s',
    ),
    by(
      'names of other scripts, and the site’s own',
      `${AUTH_RULES}/usernames/username.test.ts`,
      'toUsername',
    ),
    by('texts that turn, hide or cannot be shown', `${GATEWAY}/bad-input.test.ts`, 'a text'),
    by('an old name taken over', `${AUTH}/change-username.test.ts`, 'an old username is reserved'),
    by('names collected', `${AUTH}/change-username.test.ts`, 'a new username is rejected after five'),
  ],
  T20: [
    by('7 processes by every subject', `${KIT}/test/bus-permissions.test.ts`, ''),
    by(
      'each service by each table of each schema',
      'libs/testing/attacks/matrices/database-roles.test.mjs',
      '',
    ),
    by('7 processes by every key of the cache', 'libs/stack/servers/redis-users.test.mjs', ''),
    by('a signature of another one, old or of a member', `${KIT}/test/actor.test.ts`, 'rejects a call'),
    by("another service's schema, and the own tables", `${KIT}/test/database.test.ts`, 'a service’s role'),
    by(
      'the journal rewritten by the ledger itself',
      `${LEDGER}/create-tip.test.ts`,
      'the books cannot be rewritten',
    ),
    by('the journal rewritten behind the ledger', `${LEDGER}/audit.test.ts`, 'an audit finds'),
    by('decisions of moderators rewritten', `${POSTS}/moderation.test.ts`, 'the log is append-only'),
    by('a draw rewritten', 'services/giveaway/test/draws.test.ts', 'what is settled'),
    by('passwords and tokens read on the bus', `${AUTH}/session-tokens.test.ts`, ''),
    by('a bus that is not ours, or without TLS', `${KIT}/test/bus-tls.test.ts`, 'NATS over TLS'),
    by('sealed passwords opened by another key', `${KIT}/src/rpc/sealed-text.test.ts`, ''),
  ],
  T21: [
    by('prices that are none, bombs and redirects', `${WATCHER}/price-source.test.ts`, ''),
    by('hosts that never end', `${KIT}/src/clients/bounded-fetch.test.ts`, ''),
    by('addresses that are not to be asked', `${KIT}/src/clients/secure-url.test.ts`, ''),
    by('Google misbehaves', `${AUTH}/google-faults.test.ts`, 'Google’s own rejections'),
    by('sources of blocks that lie', 'services/giveaway/test/outages.test.ts', 'two sources'),
    by('stand-ins and a laptop’s settings in production', `${GATEWAY}/production.test.ts`, 'in production'),
    by('the chain of a laptop in production', `${WATCHER}/chain-identity.test.ts`, 'in production'),
    by('a page’s server with play money', 'web/build/nginx-environment.test.ts', ''),
    by('a forgotten value in compose', 'docker/compose.test.mjs', ''),
    by(
      'a forgotten value of a process',
      `${KIT}/src/config/config.test.ts`,
      'a configuration demands in production',
    ),
  ],
  T22: [
    by(
      'packages from elsewhere, unhashed, new or with scripts',
      'libs/stack/machine/package-rules.test.mjs',
      '',
    ),
    by('what a process is made of', 'libs/stack/machine/sbom.test.mjs', ''),
  ],
  T23: [
    by('pods that may more than they need', 'k8s/check/policy.test.mjs', ''),
    by('edges that nobody declared', 'k8s/check/edges.test.mjs', ''),
    by('processes and edges missing or too many', 'k8s/check/declared.test.mjs', ''),
  ],
  T24: [
    by('secrets in a log line', `${KIT}/src/telemetry/logger.test.ts`, 'a log line never holds'),
    by('secrets in the log of auth', `${AUTH}/log-canary.test.ts`, ''),
    by('secrets in the log of Postgres', `${KIT}/test/postgres-log.test.ts`, ''),
    by('inner errors that a caller sees', `${KIT}/test/rpc.test.ts`, 'a call '),
    by(
      'texts while the provider of moderation is away',
      `${POSTS}/moderation-when-down.test.ts`,
      'while the provider cannot be asked',
    ),
    by(
      'a provider that rejects our key',
      `${POSTS}/moderation-when-down.test.ts`,
      'a key that the provider rejects',
    ),
    by('sign-ins, failures and roles of which nothing is kept', `${AUTH}/security-events.test.ts`, ''),
    by('the trail rewritten, or read out', `${AUTH}/security-events-kept.test.ts`, 'the trail'),
    by('the trail flooded', `${AUTH}/security-events-kept.test.ts`, 'a flood of failures'),
    by("another one's trail", `${GATEWAY}/security-events.test.ts`, 'GET '),
    by('a visit without TLS after one with it', 'libs/stack/servers/strict-transport.test.mjs', ''),
  ],
  T25: [
    by('members told apart by the time of a reset', `${AUTH}/reset-password.test.ts`, 'asking'),
    by('mails to one address, by one network', `${AUTH}/mail-queue.test.ts`, 'the limits'),
    by('texts in an address or a name', `${AUTH}/mail-queue.test.ts`, 'what an attacker writes'),
    by('mail without TLS', `${AUTH}/smtp-client.test.ts`, 'in production a server that'),
    by('an address that others reserved', `${AUTH}/verify-address.test.ts`, 'an address that somebody else'),
    by('an address changed by a thief', `${AUTH}/change-address.test.ts`, 'the way back'),
    by('a passkey’s proof used again', `${AUTH}/passkeys.test.ts`, 'signing in by a passkey'),
    by('a cloned authenticator', `${AUTH}/passkeys.test.ts`, 'signing in by a passkey a copy'),
    by('a code used again, or guessed', `${AUTH}/second-factors.test.ts`, 'signing in with a second factor'),
    by('a role without a second factor', `${AUTH}/second-factors.test.ts`, 'a role'),
    by('a stolen session that asks for more', `${AUTH}/confirmations.test.ts`, ''),
    by('a stolen wallet', `${AUTH}/sign-in-methods.test.ts`, 'a wallet that was stolen'),
    by('methods and sessions raced', `${AUTH}/sign-in-methods.test.ts`, 'of several methods'),
    by('another one’s data', `${GATEWAY}/exports.test.ts`, 'another member finds no file'),
    by('another one’s file, by its number', `${AUTH}/exports.test.ts`, 'a file is its member’s alone'),
    by('data by a stolen session', `${GATEWAY}/exports.test.ts`, 'who has not shown lately'),
    by(
      'secrets in a file with data',
      `${AUTH}/exports.test.ts`,
      'a member who asks for their data finds nothing',
    ),
    by('a deletion raced by a return', `${AUTH}/delete-member.test.ts`, 'a member whose time is over'),
    by('a deletion raced by tips', `${LEDGER}/close-account.test.ts`, 'a member who leaves while'),
  ],
};

const LIVE = LIVE_ATTACKS.map(([name]) => {
  const [threat, words = ''] = name.split(/: (.*)/);
  return { threat, words, part: /** @type {const} */ ('live') };
});

/** @type {readonly Attack[]} */
export const ATTACKS = Object.entries(BY_THREAT).flatMap(([threat, attacks]) =>
  [...LIVE.filter((attack) => attack.threat === threat), ...attacks].map((attack) => ({ ...attack, threat })),
);
