// @ts-check
// Who somebody is, what they may do and how often.

const KIT = 'libs/service-kit/src';
const ACTORS = 'libs/service-kit/test/actor.test.ts';
const SEALED_VALUES = `${KIT}/redis/sealed-values.test.ts`;
const SEALED_TEXT = `${KIT}/rpc/sealed-text.test.ts`;
const AUTH = 'services/auth';
const GUESSES = `${AUTH}/test/password-guesses.test.ts`;
const REGISTRATIONS = `${AUTH}/test/registration-limit.test.ts`;
const TOKENS = `${AUTH}/test/session-tokens.test.ts`;
const REVIEW = 'services/posts/src/moderation/automatic-review.service.ts';

/** @type {readonly import('./mutate.mjs').Mutant[]} */
const ACTOR = [
  {
    bug: 'a member acts for another one',
    file: `${KIT}/rpc/actor-check.ts`,
    from: '(isForNobody || known.memberId === claimed)',
    to: 'true',
    test: ACTORS,
    name: 'with another member’s signature',
  },
  {
    bug: 'a member does what is for moderators',
    file: `${KIT}/rpc/actor-check.ts`,
    from: "(role === 'member' || known.role !== 'member')",
    to: 'true',
    test: ACTORS,
    name: 'of moderators by a member, though the gateway were to let it through',
  },
  {
    bug: 'anybody signs for a member',
    file: `${KIT}/rpc/actor-token.ts`,
    from: '!this.keys.some((key) => verify(null, text, key, bytes))',
    to: 'false',
    test: ACTORS,
    name: 'with the signature of another key',
  },
  {
    bug: 'a signature is good for ever',
    file: `${KIT}/rpc/actor-token.ts`,
    from: '> ACCEPTED_WITHIN_MS',
    to: '> Infinity',
    test: ACTORS,
    name: 'whose signature is old, however often it was good',
  },
  {
    bug: 'a call is served before anybody looks whose it is',
    file: `${KIT}/rpc/rpc-server.ts`,
    from: 'this.actors.check(contract, input.data, currentContext()?.actorToken ?? null);',
    to: '',
    test: ACTORS,
    name: 'for which nobody vouches',
  },
  {
    bug: 'a contract that does not say whose call it is',
    file: 'libs/contracts/src/tipping-ledger/rpc.ts',
    from: "  actor: 'payerId',\n",
    to: '',
    test: ACTORS,
    name: 'is asked of every call of the gateway that names a member',
  },
];

/** @type {readonly import('./mutate.mjs').Mutant[]} */
const SEALED = [
  {
    bug: 'a value in the cache that nobody sealed',
    file: `${KIT}/redis/sealed-values.ts`,
    from: '!timingSafeEqual(given, this.macOf(key, text))',
    to: 'false',
    test: SEALED_VALUES,
    name: 'believes nothing else',
  },
  {
    bug: 'a value that was sealed for another key',
    file: `${KIT}/redis/sealed-values.ts`,
    from: 'update(`${key}\\n${text}`)',
    to: 'update(text)',
    test: SEALED_VALUES,
    name: 'believes nothing else',
  },
  {
    bug: 'a value that is as old as one likes',
    file: `${KIT}/redis/sealed-values.ts`,
    from: 'ageMs < maxAgeMs + SKEW_MS',
    to: 'true',
    test: SEALED_VALUES,
    name: 'opens none that is older',
  },
  {
    bug: 'a sealed text that was changed on its way',
    file: `${KIT}/rpc/sealed-text.ts`,
    from: 'Buffer.concat([opened, decipher.final()])',
    to: 'opened',
    test: SEALED_TEXT,
    name: 'opens nothing that was sealed for another, cut or changed',
  },
  {
    bug: 'auth makes the token although the gateway has',
    file: `${AUTH}/src/sessions/session-starter.ts`,
    from: "tokenHash === undefined ? newSessionToken() : ''",
    to: 'newSessionToken()',
    test: TOKENS,
    name: 'neither a password nor a session’s token can be read on the bus',
  },
  {
    bug: 'a sealed password that is too short',
    file: `${AUTH}/src/passwords/passwords.controller.ts`,
    from: 'this.seal.open(newPassword, form.password)',
    to: 'this.seal.open(typedPassword, form.password)',
    test: TOKENS,
    name: 'what is sealed for somebody else, or is no password, is told so',
  },
];

/** @type {readonly import('./mutate.mjs').Mutant[]} */
const LIMITS = [
  {
    bug: 'strangers’ guesses lock the owner out',
    file: `${AUTH}/src/passwords/password-guesses.ts`,
    from: 'if (await this.known.has(tx, memberId, origin.network)) return { account, network, strangersKey: null };',
    to: '',
    test: GUESSES,
    name: 'of strangers at many networks do not lock the owner out of where they have signed in',
  },
  {
    bug: 'a username’s guesses are not its e-mail’s',
    file: `${AUTH}/src/passwords/password-guesses.ts`,
    from: 'memberId === null ?',
    to: 'memberId !== -1 ?',
    test: GUESSES,
    name: 'through username and e-mail are counted together, however they are spelled',
  },
  {
    bug: 'a right password counts as a wrong one',
    file: `${AUTH}/src/passwords/passwords.service.ts`,
    from: 'if (guess) await this.guesses.forget(tx, guess);',
    to: '',
    test: GUESSES,
    name: 'are all that is counted: the right one never is',
  },
  {
    bug: 'a network makes as many members as it likes',
    file: `${AUTH}/src/members/registration-limiter.ts`,
    from: 'rejectFor(await this.uses.count(',
    to: 'void (await this.uses.count(',
    test: REGISTRATIONS,
    name: 'is one for password, wallet and Google, and says when to come back',
  },
  {
    bug: 'addresses are kept as they are',
    file: `${AUTH}/src/networks/network-hasher.ts`,
    from: "return createHmac('sha256', this.config.NETWORK_SECRET).update(text).digest('hex').slice(0, CHARACTERS);",
    to: 'return text;',
    test: REGISTRATIONS,
    name: 'keeps nothing from which an address could be read',
  },
];

/** @type {readonly import('./mutate.mjs').Mutant[]} */
const POSTS = [
  {
    bug: 'a text is public although nobody has checked it',
    file: REVIEW,
    from: "if (outcome === 'postpone') return this.postpone(tx, revision, awaiting, reasons);",
    to: '',
    test: 'services/posts/test/moderation-when-down.test.ts',
    name: 'what the provider says in the end counts',
  },
  {
    bug: 'a check is put off for ever',
    file: REVIEW,
    from: 'if (isOverdue) {',
    to: 'if (!isOverdue && isOverdue) {',
    test: 'services/posts/test/moderation-when-down.test.ts',
    name: 'after a day a person has to look',
  },
];

export const ACCESS_MUTANTS = [...ACTOR, ...SEALED, ...LIMITS, ...POSTS];
