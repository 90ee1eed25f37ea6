import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import {
  claimDeposit,
  createTip,
  creditDeposit,
  getBalance,
  getLikesSum,
  listStatement,
  openAccount,
} from '@likewell/contracts/tipping-ledger/rpc';
import { PAGE_SIZE } from '@likewell/contracts/core/page';
import type { StatementLine } from '@likewell/contracts/tipping-ledger/statement';
import type { LedgerModel } from './ledger-model.js';
import type { ModelTip } from './ledger-records.js';
import type { ModelWorld } from './model-world.js';
import type { LedgerTransaction } from './witness.js';

/** The point in the order at which a call is judged. */
export interface Moment {
  /** The next transaction: a batch with other tips of the payer may be the call's own. */
  readonly next: LedgerTransaction | undefined;
  /** True when another call may have used up the clock's period while there was nothing to share. */
  readonly isClockInDoubt: boolean;
}

/** A call that is sent while others are in progress, and the responses that the model allows. */
export interface ConcurrentCall {
  readonly kind: string;
  readonly about: string;
  send(world: ModelWorld): Promise<unknown>;
  /**
   * Returns the allowed responses in the model's present state for a call that moves nothing; empty if it
   * would move money.
   */
  idle(model: LedgerModel, moment: Moment): unknown[];
  /** Returns true if the transaction may be the result of this call. */
  does(transaction: LedgerTransaction): boolean;
  /** Returns the response if the transaction that led to the model's present state was the result of this call. */
  done(model: LedgerModel, transaction: LedgerTransaction): unknown;
  /** True when only the call that caused the transaction gets this response. */
  readonly isToldApart: boolean;
  /** Returns true if the response shows that a transaction of {@link does} had ended. */
  proves(transaction: LedgerTransaction, response: unknown): boolean;
}

const isFulfilled = (response: unknown) =>
  !(typeof response === 'object' && response !== null && 'code' in response);
const provesAll = (_: unknown, response: unknown) => isFulfilled(response);
const movementOf = ({ movements }: LedgerTransaction, key: string) =>
  movements.find((movement) => movement.key === key);

export function tipCall(request: ModelTip): ConcurrentCall {
  const { key: idempotencyKey, payerId, postId, amountNano } = request;
  const own = ({ tips }: LedgerTransaction) =>
    tips.filter((tip) => tip.payerId === payerId && tip.key === idempotencyKey);
  const respondNow = (model: LedgerModel) => ({
    tipId: model.earlierTip(request)?.tipId,
    balanceNano: model.balance(payerId),
    likesSumNano: model.posts.get(postId)?.likesSum,
  });
  return {
    kind: 'tip',
    about: `${idempotencyKey} of ${amountNano} by ${payerId} for ${postId}`,
    send: ({ ledger }) => ledger.bus.call(createTip, { idempotencyKey, payerId, postId, amountNano }),
    idle: (model, { next }) => {
      const code = model.judgeTip(request);
      if (code !== '') return [{ code }];
      if (model.earlierTip(request)) return [respondNow(model)];
      // In a batch with the payer's other tips it is judged after all or some of them.
      const others = next?.tips.filter((tip) => tip.payerId === payerId) ?? [];
      const left = others.reduce((sum, tip) => sum - tip.amountNano, model.balance(payerId));
      return left < amountNano ? [{ code: 'INSUFFICIENT_FUNDS' }] : [];
    },
    does: (transaction) => own(transaction).length > 0,
    done: respondNow,
    isToldApart: false,
    proves: provesAll,
  };
}

export function depositCall({
  signature,
  memberId,
  amountNano,
}: RpcInput<typeof creditDeposit>): ConcurrentCall {
  return {
    kind: 'deposit',
    about: `${signature} of ${amountNano} to ${memberId ?? 'nobody'}`,
    send: ({ ledger }) => ledger.bus.call(creditDeposit, { signature, memberId, amountNano }),
    idle: (model) => {
      const earlier = model.deposits.get(signature);
      if (!earlier)
        return memberId === null || model.members.has(memberId) ? [] : [{ code: 'ACCOUNT_NOT_OPEN' }];
      const isTheirs = [memberId, model.receiverOf(memberId)].includes(earlier.memberId);
      const isSame = isTheirs && earlier.amountNano === amountNano;
      return [isSame ? { credited: false, ...model.whereabouts(signature) } : { code: 'SIGNATURE_REUSED' }];
    },
    does: (transaction) => {
      const written = movementOf(transaction, `deposit:${signature}`);
      return written?.amountNano === amountNano && (written.to === memberId || written.to === 5);
    },
    done: (model) => ({ credited: true, ...model.whereabouts(signature) }),
    isToldApart: true,
    proves: provesAll,
  };
}

export function claimCall({ signature, memberId }: RpcInput<typeof claimDeposit>): ConcurrentCall {
  return {
    kind: 'claim',
    about: `${signature} by ${memberId}`,
    send: ({ ledger }) => ledger.bus.call(claimDeposit, { signature, memberId }),
    idle: (model) => {
      const said = model.judgeClaim(signature, memberId);
      if (said === 'claimed') return [];
      return [
        said === 'repeated' ? { claimed: false, balanceNano: model.balance(memberId) } : { code: said },
      ];
    },
    does: (transaction) => movementOf(transaction, `claim:${signature}`)?.to === memberId,
    done: (model) => ({ claimed: true, balanceNano: model.balance(memberId) }),
    isToldApart: true,
    proves: provesAll,
  };
}

export function openCall({ memberId, referrerId }: RpcInput<typeof openAccount>): ConcurrentCall {
  const respondNow = (model: LedgerModel) => ({ balanceNano: model.balance(memberId) });
  return {
    kind: 'open',
    about: `${memberId}, referred by ${referrerId ?? 'nobody'}`,
    send: ({ ledger }) => ledger.bus.call(openAccount, { memberId, referrerId }),
    idle: (model) => (model.members.has(memberId) ? [respondNow(model)] : []),
    does: ({ opened }) => opened?.memberId === memberId && opened.referrerId === referrerId,
    done: respondNow,
    isToldApart: false,
    proves: provesAll,
  };
}

export function closeAccountCall(memberId: number): ConcurrentCall {
  const forfeitedBy = (model: LedgerModel) => model.members.get(memberId)?.isClosed === true;
  return {
    kind: 'close account',
    about: `of ${memberId}`,
    send: (world) => world.closeAccount(memberId),
    idle: (model) => (forfeitedBy(model) ? [model.close(memberId)] : []),
    does: ({ left }) => left === memberId,
    done: (model) => model.close(memberId),
    isToldApart: false,
    proves: provesAll,
  };
}

export function closeCall(by: 'hand' | 'clock'): ConcurrentCall {
  const isClock = by === 'clock';
  return {
    kind: `close by ${by}`,
    about: '',
    send: (world) => (isClock ? world.closeByClock() : world.closeByHand()),
    idle: (model, { isClockInDoubt }) => {
      const isNotDue = isClock && (!model.isCloseDue || isClockInDoubt);
      return isNotDue || !model.canClose ? [null] : [];
    },
    does: ({ closed }) => closed !== null,
    done: (_, { closed }) => closed,
    isToldApart: true,
    proves: ({ closed }, response) => response === closed,
  };
}

/** Ends when no bonus is owed any more, or the treasury does not cover the next one. */
export function owedBonusesCall(note: (paid: number) => void): ConcurrentCall {
  return {
    kind: 'pay owed bonuses',
    about: '',
    send: async (world) => {
      note(await world.payOwedBonuses());
      return 'paid';
    },
    idle: (model) => (model.owed.length === 0 || !model.canPayBonus ? ['paid'] : []),
    does: ({ opened, movements }) => opened === null && movements.some(({ kind }) => kind === 'bonus'),
    // It continues until it ends as above.
    done: () => undefined,
    isToldApart: false,
    proves: () => false,
  };
}

export function fillCall(key: string, amountNano: bigint): ConcurrentCall {
  return {
    kind: 'fill the treasury',
    about: `with ${amountNano}`,
    send: async (world) => {
      await world.fillTreasury(key, amountNano);
      return 'filled';
    },
    idle: () => [],
    does: (transaction) => movementOf(transaction, key) !== undefined,
    done: () => 'filled',
    isToldApart: true,
    proves: provesAll,
  };
}

/** Returns a call that never moves money. */
function readCall(
  kind: string,
  about: string,
  send: ConcurrentCall['send'],
  idle: (model: LedgerModel) => unknown,
): ConcurrentCall {
  return {
    kind,
    about,
    send,
    idle: (model) => [idle(model)],
    does: () => false,
    done: () => undefined,
    isToldApart: false,
    proves: () => false,
  };
}

export function balanceCall(memberId: number): ConcurrentCall {
  return readCall(
    'balance',
    `of ${memberId}`,
    ({ ledger }) => ledger.bus.call(getBalance, { memberId }),
    (model) => ({ balanceNano: model.balance(memberId) }),
  );
}

export function likesCall(postId: number): ConcurrentCall {
  return readCall(
    'likes',
    `of ${postId}`,
    ({ ledger }) => ledger.bus.call(getLikesSum, { postId }),
    (model) => ({ likesSumNano: model.posts.get(postId)?.likesSum ?? 0n }),
  );
}

type StatedLine = Pick<StatementLine, 'kind' | 'amountNano' | 'postId' | 'counterpartyId'>;

/** Reads the first page of a member's statement, which is the whole statement unless there is a next page. */
export function statementCall(memberId: number): ConcurrentCall {
  return readCall(
    'statement',
    `of ${memberId}`,
    async ({ ledger }) => {
      const page = await ledger.bus.call(listStatement, { memberId, kinds: null, cursor: null });
      return { lines: page.items.map(toStatedLine), isWhole: page.nextCursor === null };
    },
    (model) => statementOf(model, memberId),
  );
}

/** Returns the lines of a statement; they sum to the balance when it is whole. */
function statementOf(model: LedgerModel, memberId: number): { lines: StatedLine[]; isWhole: boolean } {
  const member = model.members.get(memberId);
  const amountNano = member ? model.accrued(member) : 0n;
  const lines = member?.lines.toReversed() ?? [];
  if (lines.length > PAGE_SIZE) return { lines: lines.slice(0, PAGE_SIZE), isWhole: false };
  const accrued = { kind: 'accrued' as const, amountNano, postId: null, counterpartyId: null };
  return { lines: [...lines, accrued], isWhole: true };
}

function toStatedLine({ kind, amountNano, postId, counterpartyId }: StatementLine): StatedLine {
  return { kind, amountNano, postId, counterpartyId };
}
