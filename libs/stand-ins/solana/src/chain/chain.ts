import { isSameState, readWrite, storeWrite, type AccountState, type StoredWrite } from './account-state.js';
import { Accounts } from './accounts.js';
import { Blockhashes } from './blockhashes.js';
import { balancesOf } from './balances.js';
import { History, type HistoryEntry } from './history.js';
import type { LedgerEntry, LedgerLog } from './ledger-log.js';
import { openLedger } from './open-ledger.js';
import {
  loadAddresses,
  memoOf,
  ownKeys,
  type LoadedAddresses,
  type ParsedTransaction,
} from './parse-transaction.js';
import { Runtime, type Outcome } from './runtime.js';
import { steadyMs, type SlotClock } from './slot-clock.js';
import type { TransactionRecord } from './transaction-record.js';

/** Validity of a blockhash: a minute, as on a real cluster, and at least 150 slots. */
const BLOCKHASH_STANDS_MS = 60_000;
const BLOCKHASH_STANDS_SLOTS = 150;

export interface ChainOptions {
  readonly folder: string;
  readonly slotMs: number;
  /** Number of slots for which a transaction may use a blockhash. */
  readonly blockhashSlots?: number | undefined;
}

/** An executed transaction: it landed (perhaps failed, and paid its fee), or left no trace. */
export interface Judged extends Outcome {
  readonly landed: HistoryEntry | null;
}

/** The chain: one virtual machine, one ledger, one history. All of its operations are synchronous, in one order. */
export class Chain {
  readonly accounts = new Accounts();
  readonly history = new History();
  readonly blockhashes: Blockhashes;
  readonly clock: SlotClock;
  private readonly runtime = new Runtime();
  private readonly log: LedgerLog;
  private readonly programs = new Map<string, AccountState>();
  private timeOfRuntime = -1;
  private broken: unknown;

  constructor({ folder, slotMs, blockhashSlots }: ChainOptions) {
    const opened = openLedger(folder, slotMs, (entry, position) => this.restore(entry, position));
    this.log = opened.log;
    this.clock = opened.clock;
    const minute = Math.ceil(BLOCKHASH_STANDS_MS / slotMs);
    const stands = blockhashSlots ?? Math.max(minute, BLOCKHASH_STANDS_SLOTS);
    this.blockhashes = new Blockhashes(opened.seed, stands);
  }

  /** False once the ledger could not be written: from then on nothing is accepted. */
  get isSound(): boolean {
    return this.broken === undefined;
  }

  /** Returns the account as it was at the end of a slot. */
  account(address: string, slot: number): AccountState | null {
    const known = this.accounts.at(address, slot);
    return known === undefined ? this.runtime.account(address) : known;
  }

  rentExemption(bytes: number): number {
    return this.runtime.rentExemption(bytes);
  }

  /** Simulates a transaction on the current state; its blockhash is not checked. */
  simulate(transaction: ParsedTransaction): Outcome {
    this.advanceTime();
    return this.runtime.simulate(transaction.raw, transaction.version !== 'legacy');
  }

  /**
   * Runs a transaction as a validator would: one with a known signature, an unknown blockhash, or a payer who
   * cannot pay the fee leaves no trace.
   */
  run(transaction: ParsedTransaction): Judged {
    if (this.history.get(transaction.signature)) return rejected('AlreadyProcessed');
    if (this.blockhashes.slotOf(transaction.message.recentBlockhash, this.clock.now()) === undefined)
      return rejected('BlockhashNotFound');
    return this.runUnchecked(transaction);
  }

  /** Runs a transaction at the ledger's beginning, before any blockhash exists. */
  runUnchecked(transaction: ParsedTransaction): Judged {
    if (!this.isSound) throw new Error('The ledger cannot be written any more.', { cause: this.broken });
    this.advanceTime();
    const accountOf = (address: string) => this.current(address);
    const loaded = loadAddresses(transaction.message, accountOf);
    if (!loaded) return { ...this.simulate(transaction), landed: null };
    const keys = [...ownKeys(transaction), ...loaded.writable, ...loaded.readonly];
    const states = keys.map(accountOf);
    const outcome = this.runtime.run(transaction.raw, transaction.version !== 'legacy');
    const after = keys.map((address, index) =>
      isWritable(transaction, index) ? this.runtime.account(address) : (states[index] ?? null),
    );
    // Lamports are neither created nor lost except for the fee; a transaction that cannot pay it was rejected
    // before.
    const fee = Number(total(states) - total(after));
    if (outcome.err && fee === 0) return { ...outcome, landed: null };
    return { ...outcome, landed: this.record(transaction, { keys, loaded, states, after, fee, outcome }) };
  }

  /** Sets accounts that no transaction made. */
  place(writes: readonly StoredWrite[]): void {
    const entry: LedgerEntry = { type: 'accounts', writes };
    this.restore(entry, this.append(entry));
  }

  /** Reads a transaction's record from the ledger. */
  read(entry: HistoryEntry): TransactionRecord {
    return this.log.read(entry.position) as TransactionRecord;
  }

  /** Advances a number of slots at once. */
  skip(slots: number): void {
    this.clock.skip(slots);
    this.append({ type: 'clock', slot: this.clock.now(), atMs: steadyMs(), slotMs: this.clock.slotMs });
  }

  close(): void {
    this.log.close();
  }

  private record(transaction: ParsedTransaction, run: Run): HistoryEntry {
    const { keys, loaded, states, after, fee, outcome } = run;
    const changed = keys.flatMap((address, index) => {
      const [was, is] = [states[index] ?? null, after[index] ?? null];
      return isSameState(was, is) ? [] : [{ address, was, is }];
    });
    const accountOf = (address: string) => this.current(address);
    const record: TransactionRecord = {
      type: 'transaction',
      signature: transaction.signature,
      slot: this.clock.now(),
      blockTime: Math.floor(Date.now() / 1000),
      raw: Buffer.from(transaction.raw).toString('base64'),
      keys,
      loaded,
      memo: memoOf(transaction, keys),
      fee,
      before: balancesOf(keys, states, accountOf),
      after: balancesOf(keys, after, accountOf),
      ...outcome,
      writes: changed.map(({ address, is }) => storeWrite(address, is)),
    };
    const position = this.append(record);
    for (const { address, was, is } of changed) this.accounts.write(address, record.slot, is, was);
    return this.history.add(record, position);
  }

  /** Returns the account before anything else happens. Programs are large and never change, so they are read once. */
  private current(address: string): AccountState | null {
    const known = this.accounts.latest(address) ?? this.programs.get(address);
    if (known || this.accounts.latest(address) === null) return known ?? null;
    const state = this.runtime.account(address);
    if (state?.executable) this.programs.set(address, state);
    return state;
  }

  private append(entry: LedgerEntry) {
    try {
      return this.log.append(entry);
    } catch (error) {
      this.broken = error;
      throw error;
    }
  }

  /** Restores the state from one line of the ledger. */
  private restore(entry: LedgerEntry, position: { offset: number; bytes: number }): void {
    if (entry.type !== 'accounts' && entry.type !== 'transaction') return;
    const slot = entry.type === 'transaction' ? entry.slot : 0;
    for (const write of entry.writes) {
      const state = readWrite(write);
      const before = this.accounts.at(write[0], slot) === undefined ? this.runtime.account(write[0]) : null;
      this.runtime.setAccount(write[0], state);
      this.accounts.write(write[0], slot, state, before);
    }
    if (entry.type === 'transaction') this.history.add(entry, position);
  }

  private advanceTime(): void {
    const slot = this.clock.now();
    if (slot === this.timeOfRuntime) return;
    this.runtime.setTime(slot, Math.floor(Date.now() / 1000), this.blockhashes.recent(slot));
    this.timeOfRuntime = slot;
  }
}

interface Run {
  readonly keys: readonly string[];
  readonly loaded: LoadedAddresses;
  readonly states: readonly (AccountState | null)[];
  readonly after: readonly (AccountState | null)[];
  readonly fee: number;
  readonly outcome: Outcome;
}

const total = (states: readonly (AccountState | null)[]) =>
  states.reduce((sum, state) => sum + (state?.lamports ?? 0n), 0n);

const rejected = (err: string): Judged => ({
  err,
  logs: [],
  inner: [],
  units: 0,
  returnData: null,
  landed: null,
});

const isWritable = ({ message }: ParsedTransaction, index: number) => message.isAccountWritable(index);
