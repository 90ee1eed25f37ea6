import { Fraction } from './fraction.js';
import {
  SYSTEM_ACCOUNTS,
  textOfMovement,
  textOfTip,
  type ModelResponse,
  type ModelLine,
  type ModelMember,
  type ModelMovement,
  type ModelPost,
  type ModelTip,
  type Rejection,
  type SettledModelTip,
} from './ledger-records.js';

const LIKE = 1_000_000_000n;
/** The bonus of a new account. */
export const BONUS = 100n * LIKE;
const INDEX_SCALE = 10n ** 27n;

/**
 * The ledger in plain arithmetic: the rules of the service's README, one after the other. Beside each balance
 * it keeps the exact rational number without any rounding.
 */
export class LedgerModel {
  readonly members = new Map<number, ModelMember>();
  readonly posts = new Map<number, ModelPost>();
  readonly tips = new Map<string, SettledModelTip>();
  readonly rejected: ModelTip[] = [];
  readonly deposits = new Map<string, { memberId: number | null; amountNano: bigint }>();
  /** The member who claimed each deposit, by signature. */
  readonly claims = new Map<string, number>();
  readonly systemAccounts: Record<keyof typeof SYSTEM_ACCOUNTS, bigint>;
  readonly epochs = [{ index: INDEX_SCALE, membersTotal: 0n, distributed: 0n }];
  liability = 0n;
  /** True when the clock has begun a period since an epoch was last closed. */
  isCloseDue = false;
  private keys = 0;
  private fills = 0;
  private journal: string[] = [];

  constructor(treasury: bigint) {
    this.systemAccounts = { chain: -treasury, treasury, 'holders-pool': 0n, platform: 0n, unclaimed: 0n };
  }

  get epoch(): number {
    return this.epochs.length - 1;
  }

  /** Returns a new key; the same sequence always gets the same keys. */
  freshKey(): string {
    this.keys += 1;
    return `00000000-0000-7000-8000-${this.keys.toString(16).padStart(12, '0')}`;
  }

  /** Returns a new key; the same sequence always gets the same keys. */
  freshFill(): string {
    this.fills += 1;
    return `test:fill ${this.fills}`;
  }

  /** Returns the rows written to the journal since the last call, as text. */
  takeJournal(): string[] {
    const rows = this.journal;
    this.journal = [];
    return rows;
  }

  balance(memberId: number): bigint {
    const member = this.members.get(memberId);
    return member ? member.balance + this.accrued(member) : 0n;
  }

  accrued({ balance, epoch }: ModelMember): bigint {
    return (balance * this.indexAt(this.epoch)) / this.indexAt(epoch) - balance;
  }

  /** Returns the most by which rounding may have reduced a balance below the exact one. */
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
      isBonusOwed: this.systemAccounts.treasury < BONUS,
      isClosed: false,
    };
    this.members.set(id, member);
    if (!member.isBonusOwed) this.payBonus(member);
  }

  /** Closes an account and returns what was forfeited; a repeated call returns the same. */
  close(id: number): bigint {
    const known = this.members.get(id);
    if (!known) {
      const nothing = { balance: 0n, epoch: this.epoch, exact: new Fraction(0n), settledAt: [], lines: [] };
      this.members.set(id, { id, referrerId: null, ...nothing, isBonusOwed: false, isClosed: true });
      return 0n;
    }
    if (known.isClosed) return -(known.lines.find(({ kind }) => kind === 'forfeit')?.amountNano ?? 0n);
    known.isClosed = true;
    known.isBonusOwed = false;
    this.settle(known);
    const amountNano = known.balance;
    if (amountNano === 0n) return 0n;
    this.transfer({ kind: 'forfeit', from: id, to: SYSTEM_ACCOUNTS.treasury, amountNano });
    credit(known, { kind: 'forfeit', amountNano: -amountNano, postId: null, counterpartyId: null });
    return amountNano;
  }

  /** Members whose bonus is owed, oldest first. */
  get owed(): ModelMember[] {
    return [...this.members.values()].filter(({ isBonusOwed }) => isBonusOwed).sort((a, b) => a.id - b.id);
  }

  get canPayBonus(): boolean {
    return this.systemAccounts.treasury >= BONUS;
  }

  /** Pays owed bonuses as far as the treasury covers them; returns their number. */
  payOwedBonuses(): number {
    const paid = this.owed.slice(0, Number(this.systemAccounts.treasury / BONUS));
    for (const member of paid) this.payBonus(member);
    return paid.length;
  }

  payBonus(member: ModelMember): void {
    if (!this.canPayBonus) throw new Error('the treasury cannot pay this bonus');
    this.settle(member);
    member.isBonusOwed = false;
    this.transfer({ kind: 'bonus', from: SYSTEM_ACCOUNTS.treasury, to: member.id, amountNano: BONUS });
    credit(member, { kind: 'bonus', amountNano: BONUS, postId: null, counterpartyId: null });
  }

  /** Moves more of the supply into the treasury. */
  fillTreasury(amountNano: bigint): void {
    this.transfer({ kind: 'supply', from: SYSTEM_ACCOUNTS.chain, to: SYSTEM_ACCOUNTS.treasury, amountNano });
  }

  deposit(
    signature: string,
    memberId: number | null,
    amountNano: bigint,
  ): 'credited' | 'repeated' | 'rejected' {
    const earlier = this.deposits.get(signature);
    const receiver = this.receiverOf(memberId);
    if (earlier) {
      const isTheirs = earlier.memberId === memberId || earlier.memberId === receiver;
      return isTheirs && earlier.amountNano === amountNano ? 'repeated' : 'rejected';
    }
    const member = receiver === null ? null : this.members.get(receiver);
    if (member === undefined) return 'rejected';
    this.deposits.set(signature, { memberId: receiver, amountNano });
    if (member === null) {
      this.transfer({
        kind: 'deposit',
        from: SYSTEM_ACCOUNTS.chain,
        to: SYSTEM_ACCOUNTS.unclaimed,
        amountNano,
      });
      return 'credited';
    }
    this.settle(member);
    this.transfer({ kind: 'deposit', from: SYSTEM_ACCOUNTS.chain, to: member.id, amountNano });
    credit(member, { kind: 'deposit', amountNano, postId: null, counterpartyId: null });
    return 'credited';
  }

  /** Returns the owner of a deposit to this member: null once their account is closed. */
  receiverOf(memberId: number | null): number | null {
    return memberId !== null && this.members.get(memberId)?.isClosed ? null : memberId;
  }

  /** Returns the present balance of the account that a known deposit went to, and whether it was unclaimed. */
  whereabouts(signature: string): { balanceNano: bigint; isUnclaimed: boolean } {
    const receiver = this.deposits.get(signature)?.memberId ?? null;
    const balanceNano = receiver === null ? this.systemAccounts.unclaimed : this.balance(receiver);
    return { balanceNano, isUnclaimed: receiver === null };
  }

  /** Returns why a claim would move nothing, or that it would succeed. */
  judgeClaim(
    signature: string,
    memberId: number,
  ): 'claimed' | 'repeated' | 'SIGNATURE_REUSED' | 'NOT_UNCLAIMED' | 'MEMBER_LEFT' | 'ACCOUNT_NOT_OPEN' {
    const claimedBy = this.claims.get(signature);
    if (claimedBy !== undefined) return claimedBy === memberId ? 'repeated' : 'SIGNATURE_REUSED';
    if (this.deposits.get(signature)?.memberId !== null) return 'NOT_UNCLAIMED';
    if (this.members.get(memberId)?.isClosed) return 'MEMBER_LEFT';
    return this.isOpen(memberId) ? 'claimed' : 'ACCOUNT_NOT_OPEN';
  }

  claim(signature: string, memberId: number): ReturnType<LedgerModel['judgeClaim']> {
    const said = this.judgeClaim(signature, memberId);
    const member = this.members.get(memberId);
    const deposit = this.deposits.get(signature);
    if (said !== 'claimed' || !member || !deposit) return said;
    const { amountNano } = deposit;
    this.claims.set(signature, memberId);
    this.settle(member);
    this.transfer({ kind: 'claim', from: SYSTEM_ACCOUNTS.unclaimed, to: memberId, amountNano });
    credit(member, { kind: 'deposit', amountNano, postId: null, counterpartyId: null });
    return said;
  }

  /** True when there is something to share, and a member to share it with. */
  get canClose(): boolean {
    return this.systemAccounts['holders-pool'] > this.liability && !this.isDust;
  }

  /** True when members hold less than 1 LIKE together. */
  get isDust(): boolean {
    return this.membersTotal < LIKE;
  }

  /** Uses up the period that has begun, if any, whether or not there is something to share. */
  closeByClock(): number | null {
    if (!this.isCloseDue) return null;
    this.isCloseDue = false;
    return this.closeEpoch();
  }

  closeEpoch(): number | null {
    if (!this.canClose) return null;
    const shared = this.systemAccounts['holders-pool'] - this.liability;
    const members = [...this.members.values()];
    const total = this.membersTotal;
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

  /** Settles one tip after all earlier ones. */
  tip(request: ModelTip): ModelResponse {
    const rejection = this.prepareTip(request);
    if (rejection !== '') return { code: rejection };
    const earlier = this.tips.get(keyOf(request));
    if (!earlier && this.balance(request.payerId) < request.amountNano) {
      this.rejected.push(request);
      return { code: 'INSUFFICIENT_FUNDS' };
    }
    return this.respond(earlier ?? this.move(request));
  }

  respond(tip: SettledModelTip): ModelResponse {
    const likesSumNano = this.posts.get(tip.postId)?.likesSum ?? 0n;
    return { tip, balanceNano: this.balance(tip.payerId), likesSumNano };
  }

  earlierTip(request: ModelTip): SettledModelTip | undefined {
    return this.tips.get(keyOf(request));
  }

  /** Learns the tip's post as the ledger does, and checks everything except the balance. */
  prepareTip(request: ModelTip): Rejection {
    const post = this.posts.get(request.postId);
    if (post && this.isOpen(request.payerId) && !this.earlierTip(request)) post.isKnown = true;
    return this.judgeTip(request);
  }

  judgeTip(request: ModelTip): Rejection {
    const earlier = this.tips.get(keyOf(request));
    if (earlier)
      return earlier.postId === request.postId && earlier.amountNano === request.amountNano
        ? ''
        : 'IDEMPOTENCY_KEY_REUSED';
    if (!this.isOpen(request.payerId)) return 'ACCOUNT_NOT_OPEN';
    const post = this.posts.get(request.postId);
    if (!post) return 'POST_NOT_FOUND';
    if (post.authorId === request.payerId) return 'OWN_POST';
    if (!post.open || this.members.get(post.authorId)?.isClosed) return 'POST_NOT_FOUND';
    return this.members.has(post.authorId) ? '' : 'AUTHOR_ACCOUNT_NOT_OPEN';
  }

  /** Moves the money of a tip that passed all checks. */
  move(request: ModelTip): SettledModelTip {
    const post = this.posts.get(request.postId);
    const payer = this.members.get(request.payerId);
    const author = post && this.members.get(post.authorId);
    if (!post || !payer || !author) throw new Error('this tip cannot move');
    const referrer =
      payer.referrerId !== null && this.isOpen(payer.referrerId)
        ? this.members.get(payer.referrerId)
        : undefined;
    for (const member of [payer, author, referrer]) if (member) this.settle(member);
    const { postId, amountNano } = request;
    const [holders, tenth] = [amountNano / 5n, amountNano / 10n];
    const parts = {
      author: amountNano - holders - tenth,
      holders,
      platform: referrer ? 0n : tenth,
      referral: referrer ? tenth : 0n,
    };
    this.journal.push(
      textOfTip({ ...request, authorId: author.id, referrerId: referrer?.id ?? null, parts }),
    );
    credit(payer, { kind: 'tip-sent', amountNano: -amountNano, postId, counterpartyId: author.id });
    credit(author, { kind: 'tip-received', amountNano: parts.author, postId, counterpartyId: payer.id });
    this.systemAccounts['holders-pool'] += holders;
    if (referrer) credit(referrer, { kind: 'referral', amountNano: tenth, postId, counterpartyId: payer.id });
    else this.systemAccounts.platform += tenth;
    post.likesSum += amountNano;
    const tip = { ...request, tipId: null };
    this.tips.set(keyOf(request), tip);
    return tip;
  }

  isOpen(memberId: number): boolean {
    return this.members.get(memberId)?.isClosed === false;
  }

  private settle(member: ModelMember): void {
    if (member.epoch === this.epoch) return;
    const amountNano = this.accrued(member);
    member.epoch = this.epoch;
    member.settledAt.push(this.indexAt(this.epoch));
    if (amountNano === 0n) return;
    // The exact balance has contained this share since the epoch closed; only the rounded one grows.
    member.balance += amountNano;
    member.lines.push({ kind: 'holders', amountNano, postId: null, counterpartyId: null });
    this.transfer({ kind: 'settlement', from: SYSTEM_ACCOUNTS['holders-pool'], to: member.id, amountNano });
    this.liability -= amountNano;
  }

  /** Writes a movement, and updates the system's own accounts. */
  private transfer(movement: ModelMovement): void {
    this.journal.push(textOfMovement(movement));
    for (const name of Object.keys(SYSTEM_ACCOUNTS) as (keyof typeof SYSTEM_ACCOUNTS)[]) {
      if (SYSTEM_ACCOUNTS[name] === movement.from) this.systemAccounts[name] -= movement.amountNano;
      if (SYSTEM_ACCOUNTS[name] === movement.to) this.systemAccounts[name] += movement.amountNano;
    }
  }

  private get membersTotal(): bigint {
    return [...this.members.values()].reduce((sum, { balance }) => sum + balance, this.liability);
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
