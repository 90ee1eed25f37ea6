import type { StatementKind } from '@likewell/contracts/tipping-ledger/statement';
import { Fraction } from './fraction.js';

const LIKE = 1_000_000_000n;
const BONUS = 100n * LIKE;
const INDEX_SCALE = 10n ** 27n;

export interface ModelMember {
  readonly id: number;
  readonly referrerId: number | null;
  balance: bigint;
  epoch: number;
  /** What the member would hold if no share were ever rounded. */
  exact: Fraction;
  /** The index at each of the member's settlements. */
  readonly settledAt: bigint[];
  /** Oldest first. */
  readonly lines: ModelLine[];
  isBonusOwed: boolean;
}

export interface ModelLine {
  readonly kind: StatementKind;
  readonly amountNano: bigint;
  readonly postId: number | null;
  readonly counterpartyId: number | null;
}

export interface ModelPost {
  readonly id: number;
  readonly authorId: number;
  open: boolean;
  version: number;
  /** The ledger has heard of it; otherwise it asks posts. */
  isKnown: boolean;
  likesSum: bigint;
}

export interface ModelTip {
  readonly key: string;
  readonly payerId: number;
  readonly postId: number;
  readonly amountNano: bigint;
}

export interface SettledModelTip extends ModelTip {
  tipId: number | null;
}

/** Why a tip moves no money; '' when only the balance decides, or when it did before. */
type Refusal =
  '' | 'IDEMPOTENCY_KEY_REUSED' | 'ACCOUNT_NOT_OPEN' | 'POST_NOT_FOUND' | 'OWN_POST' | 'INSUFFICIENT_FUNDS';

export type ModelAnswer =
  | { readonly code: Exclude<Refusal, ''> | 'SIGNATURE_REUSED' }
  | { readonly tip: SettledModelTip; readonly balanceNano: bigint; readonly likesSumNano: bigint };

/**
 * The ledger in plain arithmetic: what LEDGER.md says, one thing after the other, and beside each balance
 * the exact rational that no rounding ever touched.
 */
export class LedgerModel {
  readonly members = new Map<number, ModelMember>();
  readonly posts = new Map<number, ModelPost>();
  readonly tips = new Map<string, SettledModelTip>();
  readonly refused: ModelTip[] = [];
  readonly deposits = new Map<string, { memberId: number | null; amountNano: bigint }>();
  readonly house: Record<'chain' | 'treasury' | 'holders-pool' | 'platform' | 'unclaimed', bigint>;
  readonly epochs = [{ index: INDEX_SCALE, membersTotal: 0n, distributed: 0n }];
  liability = 0n;
  private keys = 0;

  constructor(treasury: bigint) {
    this.house = { chain: -treasury, treasury, 'holders-pool': 0n, platform: 0n, unclaimed: 0n };
  }

  get epoch(): number {
    return this.epochs.length - 1;
  }

  /** The same keys in the same sequence, whenever it is played. */
  freshKey(): string {
    this.keys += 1;
    return `00000000-0000-7000-8000-${this.keys.toString(16).padStart(12, '0')}`;
  }

  balance(memberId: number): bigint {
    const member = this.members.get(memberId);
    return member ? member.balance + this.accrued(member) : 0n;
  }

  accrued({ balance, epoch }: ModelMember): bigint {
    return (balance * this.indexAt(this.epoch)) / this.indexAt(epoch) - balance;
  }

  /** How far LEDGER.md lets the balance fall below the exact one. */
  roundingBound({ settledAt }: ModelMember): Fraction {
    const index = this.indexAt(this.epoch);
    return settledAt.reduce((sum, then) => sum.plus(new Fraction(index, then)), new Fraction(2n));
  }

  open(id: number, referrerId: number | null): void {
    if (this.members.has(id)) return;
    const member: ModelMember = {
      id,
      referrerId,
      balance: 0n,
      epoch: this.epoch,
      exact: new Fraction(0n),
      settledAt: [],
      lines: [],
      isBonusOwed: this.house.treasury < BONUS,
    };
    this.members.set(id, member);
    if (member.isBonusOwed) return;
    this.house.treasury -= BONUS;
    credit(member, { kind: 'bonus', amountNano: BONUS, postId: null, counterpartyId: null });
  }

  deposit(
    signature: string,
    memberId: number | null,
    amountNano: bigint,
  ): 'credited' | 'repeated' | 'refused' {
    const earlier = this.deposits.get(signature);
    if (earlier)
      return earlier.memberId === memberId && earlier.amountNano === amountNano ? 'repeated' : 'refused';
    const member = memberId === null ? null : this.members.get(memberId);
    if (member === undefined) return 'refused';
    this.deposits.set(signature, { memberId, amountNano });
    this.house.chain -= amountNano;
    if (member === null) this.house.unclaimed += amountNano;
    else {
      this.settle(member);
      credit(member, { kind: 'deposit', amountNano, postId: null, counterpartyId: null });
    }
    return 'credited';
  }

  closeEpoch(): number | null {
    const shared = this.house['holders-pool'] - this.liability;
    const members = [...this.members.values()];
    const total = members.reduce((sum, { balance }) => sum + balance, 0n) + this.liability;
    if (shared <= 0n || total < LIKE) return null;
    const exactTotal = members.reduce((sum, { exact }) => sum.plus(exact), new Fraction(0n));
    if (exactTotal.minus(new Fraction(total)).numerator !== 0n) throw new Error('the oracle lost money');
    const growth = exactTotal
      .plus(new Fraction(shared))
      .times(new Fraction(exactTotal.denominator, exactTotal.numerator));
    for (const member of members) member.exact = member.exact.times(growth);
    const index = (this.indexAt(this.epoch) * (total + shared)) / total;
    this.epochs.push({ index, membersTotal: total, distributed: shared });
    this.liability += shared;
    return this.epoch;
  }

  /** One tip after all that came before it. */
  tip(request: ModelTip): ModelAnswer {
    const refusal = this.prepareTip(request);
    if (refusal !== '') return { code: refusal };
    const earlier = this.tips.get(keyOf(request));
    if (!earlier && this.balance(request.payerId) < request.amountNano) {
      this.refused.push(request);
      return { code: 'INSUFFICIENT_FUNDS' };
    }
    return this.answer(earlier ?? this.move(request));
  }

  answer(tip: SettledModelTip): ModelAnswer {
    const likesSumNano = this.posts.get(tip.postId)?.likesSum ?? 0n;
    return { tip, balanceNano: this.balance(tip.payerId), likesSumNano };
  }

  earlierTip(request: ModelTip): SettledModelTip | undefined {
    return this.tips.get(keyOf(request));
  }

  /** Learns of the tip's post, and judges all but the balance. */
  prepareTip(request: ModelTip): Refusal {
    const earlier = this.tips.get(keyOf(request));
    if (earlier)
      return earlier.postId === request.postId && earlier.amountNano === request.amountNano
        ? ''
        : 'IDEMPOTENCY_KEY_REUSED';
    if (!this.members.has(request.payerId)) return 'ACCOUNT_NOT_OPEN';
    const post = this.posts.get(request.postId);
    if (!post) return 'POST_NOT_FOUND';
    post.isKnown = true;
    if (post.authorId === request.payerId) return 'OWN_POST';
    if (!post.open) return 'POST_NOT_FOUND';
    return this.members.has(post.authorId) ? '' : 'ACCOUNT_NOT_OPEN';
  }

  /** Moves a tip's money, for which everything speaks. */
  move(request: ModelTip): SettledModelTip {
    const post = this.posts.get(request.postId);
    const payer = this.members.get(request.payerId);
    const author = post && this.members.get(post.authorId);
    if (!post || !payer || !author) throw new Error('this tip cannot move');
    const referrer = payer.referrerId === null ? undefined : this.members.get(payer.referrerId);
    for (const member of [payer, author, referrer]) if (member) this.settle(member);
    const { postId, amountNano } = request;
    const [holdersPart, tenth] = [amountNano / 5n, amountNano / 10n];
    credit(payer, { kind: 'tip-sent', amountNano: -amountNano, postId, counterpartyId: author.id });
    const authorPart = amountNano - holdersPart - tenth;
    credit(author, { kind: 'tip-received', amountNano: authorPart, postId, counterpartyId: payer.id });
    this.house['holders-pool'] += holdersPart;
    if (referrer) credit(referrer, { kind: 'referral', amountNano: tenth, postId, counterpartyId: payer.id });
    else this.house.platform += tenth;
    post.likesSum += amountNano;
    const tip = { ...request, tipId: null };
    this.tips.set(keyOf(request), tip);
    return tip;
  }

  private settle(member: ModelMember): void {
    if (member.epoch === this.epoch) return;
    const amountNano = this.accrued(member);
    member.epoch = this.epoch;
    member.settledAt.push(this.indexAt(this.epoch));
    if (amountNano === 0n) return;
    // What the rounded balance is paid is in the exact one since the epoch closed.
    member.balance += amountNano;
    member.lines.push({ kind: 'holders', amountNano, postId: null, counterpartyId: null });
    this.house['holders-pool'] -= amountNano;
    this.liability -= amountNano;
  }

  private indexAt(epoch: number): bigint {
    return this.epochs[epoch]?.index ?? INDEX_SCALE;
  }
}

function credit(member: ModelMember, line: ModelLine): void {
  member.balance += line.amountNano;
  member.exact = member.exact.plus(new Fraction(line.amountNano));
  member.lines.push(line);
}

function keyOf({ payerId, key }: ModelTip): string {
  return `${payerId}:${key}`;
}
