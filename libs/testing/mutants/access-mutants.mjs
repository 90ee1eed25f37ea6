// Mutants of identity, access rights and rate limits.
import { bugsIn } from './mutate.mjs';

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
  ...bugsIn(`${KIT}/rpc/actor-check.ts`, ACTORS, [
    {
      bug: 'a member acts for another one',
      from: '(isForNobody || known.memberId === claimed)',
      to: 'true',
      name: 'with another member’s signature',
    },
    {
      bug: 'a member does what is for moderators',
      from: "(role === 'member' || known.role !== 'member')",
      to: 'true',
      name: 'of moderators by a member, though the gateway were to let it through',
    },
  ]),
  ...bugsIn(`${KIT}/rpc/actor-token.ts`, ACTORS, [
    {
      bug: 'anybody signs for a member',
      from: '!this.keys.some((key) => verify(null, text, key, bytes))',
      to: 'false',
      name: 'with the signature of another key',
    },
    {
      bug: 'a signature is good for ever',
      from: '> ACCEPTED_WITHIN_MS',
      to: '> Infinity',
      name: 'whose signature is old, however often it was good',
    },
  ]),
  ...bugsIn(`${KIT}/rpc/rpc-server.ts`, ACTORS, {
    bug: 'a call is served before anybody looks whose it is',
    from: 'this.actors.check(contract, input.data, currentContext()?.actorToken ?? null);',
    to: '',
    name: 'for which nobody vouches',
  }),
  ...bugsIn('libs/contracts/src/tipping-ledger/rpc.ts', ACTORS, {
    bug: 'a contract that does not say whose call it is',
    from: "  actor: 'payerId',\n",
    to: '',
    name: 'is asked of every call of the gateway that names a member',
  }),
];

/** @type {readonly import('./mutate.mjs').Mutant[]} */
const SEALED = [
  ...bugsIn(`${KIT}/redis/sealed-values.ts`, SEALED_VALUES, [
    {
      bug: 'a value in the cache that nobody sealed',
      from: '!timingSafeEqual(given, this.macOf(key, text))',
      to: 'false',
      name: 'believes nothing else',
    },
    {
      bug: 'a value that was sealed for another key',
      from: 'update(`${key}\\n${text}`)',
      to: 'update(text)',
      name: 'believes nothing else',
    },
    {
      bug: 'a value that is as old as one likes',
      from: 'ageMs < maxAgeMs + SKEW_MS',
      to: 'true',
      name: 'opens none that is older',
    },
  ]),
  ...bugsIn(`${KIT}/rpc/sealed-text.ts`, SEALED_TEXT, [
    {
      bug: 'a sealed text that was changed on its way',
      from: 'Buffer.concat([opened, decipher.final()])',
      to: 'opened',
      name: 'opens nothing that was sealed for another, cut or changed',
    },
    {
      bug: 'a text that is not sealed',
      from: "throw new SealBroken('the text is not sealed')",
      to: 'return text',
      name: 'opens no text that is not sealed',
    },
  ]),
  ...bugsIn(`${AUTH}/src/passwords/passwords.controller.ts`, TOKENS, {
    bug: 'a sealed password that is too short',
    from: 'this.seal.open(newPassword, form.password)',
    to: 'this.seal.open(typedPassword, form.password)',
    name: 'what is sealed for somebody else, or is no password, is told so',
  }),
];

/** @type {readonly import('./mutate.mjs').Mutant[]} */
const LIMITS = [
  ...bugsIn(`${AUTH}/src/passwords/password-guesses.ts`, GUESSES, [
    {
      bug: 'strangers’ guesses lock the owner out',
      from: 'if (await this.known.has(tx, memberId, origin.network)) return { account, network, strangersKey: null };',
      to: '',
      name: 'of strangers at many networks do not lock the owner out of where they have signed in',
    },
    {
      bug: 'a username’s guesses are not its e-mail’s',
      from: 'memberId === null ?',
      to: 'memberId !== -1 ?',
      name: 'through username and e-mail are counted together, however they are spelled',
    },
  ]),
  ...bugsIn(`${AUTH}/src/passwords/password-sign-in.service.ts`, GUESSES, {
    bug: 'a right password counts as a wrong one',
    from: 'await this.guesses.forget(tx, guess);',
    to: '',
    name: 'are all that is counted: the right one never is',
  }),
  ...bugsIn(`${AUTH}/src/members/registration.service.ts`, REGISTRATIONS, {
    bug: 'a network makes as many members as it likes',
    from: 'rejectFor(await countUse(',
    to: 'void (await countUse(',
    name: 'is one for password, wallet and Google, and says when to come back',
  }),
  ...bugsIn(`${AUTH}/src/networks/network-hasher.ts`, REGISTRATIONS, {
    bug: 'addresses are kept as they are',
    from: "return createHmac('sha256', this.config.NETWORK_SECRET).update(text).digest('hex').slice(0, CHARACTERS);",
    to: 'return text;',
    name: 'keeps nothing from which an address could be read',
  }),
];

/** @type {readonly import('./mutate.mjs').Mutant[]} */
const POSTS = [
  ...bugsIn(REVIEW, 'services/posts/test/moderation-when-down.test.ts', [
    {
      bug: 'a text is public although nobody has checked it',
      from: "if (outcome === 'postpone') return this.postpone(tx, revision, awaiting, reasons);",
      to: '',
      name: 'what the provider says in the end counts',
    },
    {
      bug: 'a check is put off for ever',
      from: 'if (isOverdue) {',
      to: 'if (!isOverdue && isOverdue) {',
      name: 'after a day a person has to look',
    },
  ]),
];

export const ACCESS_MUTANTS = [...ACTOR, ...SEALED, ...LIMITS, ...POSTS];
