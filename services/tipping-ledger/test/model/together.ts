import { AppError } from '@likewell/contracts/core/app-error';
import { isDeepStrictEqual } from 'node:util';
import type { ConcurrentCall } from './concurrent-calls.js';
import { isUnavailable } from './faults.js';
import type { LedgerModel } from './ledger-model.js';
import type { ModelWorld } from './model-world.js';
import { replay } from './replay.js';
import type { LedgerTransaction } from './witness.js';

/** A call with its response, and all responses that the order of transactions allows. */
interface Answered {
  readonly call: ConcurrentCall;
  readonly sentAt: number;
  answeredAt: number;
  response: unknown;
  isSentAgain: boolean;
  readonly allowed: unknown[];
}

/** The positions in the order of transactions at which a call may have taken place. */
interface Window {
  readonly from: number;
  readonly to: number;
}

/**
 * Makes clients send their calls at the same time, each client its own one after the other, optionally held
 * back until they block each other. Then it applies to the model what the ledger has written. Each response
 * must be that of a moment at which its call was in progress, and the call that moved money must have been
 * told so. Resolves to the ledger's transactions, in order.
 */
export async function playTogether(
  clients: readonly (readonly ConcurrentCall[])[],
  { isHeld, isKilled }: { isHeld: boolean; isKilled: boolean },
  model: LedgerModel,
  world: ModelWorld,
): Promise<LedgerTransaction[]> {
  const mark = await world.witness.mark();
  const answered: Answered[] = [];
  let now = 0;
  const held = isHeld ? await world.lockLedger() : null;
  const playing = clients.map(async (calls) => {
    for (const call of calls) {
      const made = {
        call,
        sentAt: (now += 1),
        answeredAt: 0,
        response: null,
        isSentAgain: false,
        allowed: [],
      };
      answered.push(made);
      await respond(made, world);
      made.answeredAt = now += 1;
    }
  });
  const played = Promise.all(playing);
  await held?.releaseWhenWaitedFor(played);
  if (isKilled) await world.killConnections();
  await played;
  const transactions = await world.witness.transactionsSince(mark);
  await world.learnKnownPosts(model);
  judge(answered, transactions, model, world);
  await world.expectSameState(model);
  return transactions;
}

/** Sends the call again, as its caller would do when the outcome is unknown. */
async function respond(made: Answered, world: ModelWorld): Promise<void> {
  for (;;) {
    const [result] = await Promise.allSettled([made.call.send(world)]);
    if (!isUnavailable(result)) {
      if (result.status === 'rejected' && !(result.reason instanceof AppError)) throw result.reason;
      made.response =
        result.status === 'fulfilled' ? result.value : { code: (result.reason as AppError).code };
      return;
    }
    made.isSentAgain = true;
    world.count('concurrent call sent again');
  }
}

function judge(
  answered: readonly Answered[],
  transactions: readonly LedgerTransaction[],
  model: LedgerModel,
  world: ModelWorld,
): void {
  const doers = transactions.map((transaction) => answered.filter(({ call }) => call.does(transaction)));
  const windows = new Map(answered.map((one) => [one, windowOf(one, transactions, doers)]));
  const isUnderWay = (one: Answered, place: number) => {
    const { from, to } = windows.get(one) ?? { from: 0, to: 0 };
    return from <= place && place <= to;
  };
  const looksAtClock = answered.filter(({ call }) => call.kind === 'close by clock');
  const openedMeanwhile = new Set<number>();
  let isClockInDoubt = false;
  for (let place = 0; place <= transactions.length; place += 1) {
    isClockInDoubt ||=
      model.isCloseDue && !model.canClose && looksAtClock.some((one) => isUnderWay(one, place));
    const next = transactions[place];
    for (const one of answered)
      if (isUnderWay(one, place)) one.allowed.push(...one.call.idle(model, { next, isClockInDoubt }));
    if (!next) break;
    const didIt = doers[place] ?? [];
    replay(next, model, openedMeanwhile);
    const told = didIt.filter((one) => {
      if (!isUnderWay(one, place) || !isUnderWay(one, place + 1)) return false;
      const done = one.call.done(model, next);
      one.allowed.push(done);
      return isDeepStrictEqual(one.response, done);
    });
    expectOneToldOf(next, didIt, told);
    if (next.closed !== null && told[0]?.call.kind === 'close by clock') {
      expect(model.isCloseDue).toBe(true);
      model.isCloseDue = false;
      world.count('epoch closed by the clock among other calls');
    }
    countTransaction(next, world);
  }
  if (looksAtClock.length > 0) model.isCloseDue = false;
  for (const one of answered) expectAllowed(one, world);
}

/**
 * Returns the call's window: after everything that was answered before it was sent, and before everything
 * that was sent after its response.
 */
function windowOf(
  { sentAt, answeredAt }: Answered,
  transactions: readonly LedgerTransaction[],
  doers: readonly (readonly Answered[])[],
): Window {
  let from = 0;
  let to = transactions.length;
  transactions.forEach((transaction, place) => {
    const didIt = doers[place] ?? [];
    const isOver = didIt.some((one) => one.answeredAt < sentAt && one.call.proves(transaction, one.response));
    if (isOver) from = Math.max(from, place + 1);
    if (didIt.every((one) => one.sentAt > answeredAt)) to = Math.min(to, place);
  });
  return { from, to };
}

/** Expects that a call asked for the transaction and was told so, unless the response was lost with a connection. */
function expectOneToldOf(
  transaction: LedgerTransaction,
  didIt: readonly Answered[],
  told: readonly Answered[],
): void {
  const asked = didIt.map(({ call, response: said }) => ({ call: textOfCall(call), said }));
  expect({ transaction, asked }).not.toEqual({ transaction, asked: [] });
  const mayBeUntold = didIt.some(({ isSentAgain, call }) => isSentAgain || call.kind === 'pay owed bonuses');
  const isToldApart = didIt.some(({ call }) => call.isToldApart);
  const isRight = (told.length > 0 || mayBeUntold) && (told.length <= 1 || !isToldApart);
  expect({ transaction, asked, isRight }).toEqual({ transaction, asked, isRight: true });
}

function expectAllowed({ call, response: said, allowed }: Answered, world: ModelWorld): void {
  const isAllowed = allowed.some((one) => isDeepStrictEqual(one, said));
  const name = textOfCall(call);
  expect({ name, said: isAllowed ? 'as allowed' : said, allowed }).toEqual({
    name,
    said: 'as allowed',
    allowed,
  });
  const code = typeof said === 'object' && said !== null && 'code' in said ? ` ${String(said.code)}` : '';
  world.count(`concurrent ${call.kind}${code}`);
}

const textOfCall = ({ kind, about }: ConcurrentCall) => `${kind} ${about}`;

function countTransaction({ tips, movements, closed }: LedgerTransaction, world: ModelWorld): void {
  if (tips.length > 1) world.count('concurrent batch of some tips');
  if (closed !== null) world.count('epoch closed among other calls');
  for (const { kind } of movements) world.count(`concurrent movement: ${kind}`);
}
