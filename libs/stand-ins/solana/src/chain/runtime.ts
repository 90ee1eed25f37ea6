import bs58 from 'bs58';
import {
  Account,
  Clock,
  LiteSvm,
  type FailedTransactionMetadata,
  type SlotHashInput,
  type TransactionMetadata,
} from 'litesvm/dist/internal.js';
import type { AccountState } from './account-state.js';
import { addressBytes, addressText } from './address-text.js';
import { MalformedTransactionError } from './parse-transaction.js';
import { errorOf, type TransactionError } from './transaction-error.js';

export interface InnerInstructions {
  readonly index: number;
  readonly instructions: readonly {
    readonly programIdIndex: number;
    readonly accounts: readonly number[];
    /** Instruction data in base58. */
    readonly data: string;
    readonly stackHeight: number;
  }[];
}

/** Effects of a run of a transaction. */
export interface Outcome {
  readonly err: TransactionError | null;
  readonly logs: readonly string[];
  readonly inner: readonly InnerInstructions[];
  readonly units: number;
  readonly returnData: { programId: string; data: [string, 'base64'] } | null;
}

/**
 * The virtual machine with the real programs. Its binding is used directly: the package's own wrapper encodes
 * every address and transaction anew, at sixty times the cost of reading an account.
 */
export class Runtime {
  private readonly svm = new LiteSvm();

  constructor() {
    // The chain checks both itself, since both must survive a restart.
    this.svm.setBlockhashCheck(false);
    this.svm.setTransactionHistory(0n);
  }

  /** Sets the current time and hashes for the programs. */
  setTime(slot: number, unixSeconds: number, hashes: SlotHashInput[]): void {
    this.svm.setClock(new Clock(BigInt(slot), 0n, 0n, 1n, BigInt(unixSeconds)));
    this.svm.setSlotHashes(hashes);
  }

  account(address: string): AccountState | null {
    const found = this.svm.getAccount(addressBytes(address));
    if (!found || found.lamports() === 0n) return null;
    return {
      lamports: found.lamports(),
      owner: addressText(found.owner()),
      executable: found.executable(),
      data: found.data(),
    };
  }

  setAccount(address: string, state: AccountState | null): void {
    const account = state
      ? new Account(state.lamports, state.data, addressBytes(state.owner), state.executable, 0n)
      : new Account(0n, new Uint8Array(), new Uint8Array(32), false, 0n);
    this.svm.setAccount(addressBytes(address), account);
  }

  rentExemption(bytes: number): number {
    return Number(this.svm.minimumBalanceForRentExemption(BigInt(bytes)));
  }

  run(raw: Uint8Array, isVersioned: boolean): Outcome {
    const { svm } = this;
    return outcomeOf(
      readable(() => (isVersioned ? svm.sendVersionedTransaction(raw) : svm.sendLegacyTransaction(raw))),
    );
  }

  /** Runs without saving anything. */
  simulate(raw: Uint8Array, isVersioned: boolean): Outcome {
    const { svm } = this;
    const result = readable(() =>
      isVersioned ? svm.simulateVersionedTransaction(raw) : svm.simulateLegacyTransaction(raw),
    );
    return outcomeOf('err' in result ? result : result.meta());
  }
}

/** Converts an exception of the binding, which is always about the transaction's bytes. */
function readable<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    throw new MalformedTransactionError((error as Error).message);
  }
}

function outcomeOf(result: TransactionMetadata | FailedTransactionMetadata): Outcome {
  const failed = 'err' in result;
  const meta = failed ? result.meta() : result;
  const returned = meta.returnData();
  const data = Buffer.from(returned.data());
  return {
    err: failed ? errorOf(result) : null,
    logs: meta.logs(),
    inner: innerOf(meta),
    units: Number(meta.computeUnitsConsumed()),
    returnData:
      data.length > 0
        ? { programId: addressText(returned.programId()), data: [data.toString('base64'), 'base64'] }
        : null,
  };
}

function innerOf(meta: TransactionMetadata): InnerInstructions[] {
  const all = meta.innerInstructions().map((list, index) => ({
    index,
    instructions: list.map((inner) => {
      const instruction = inner.instruction();
      return {
        programIdIndex: instruction.programIdIndex(),
        accounts: [...instruction.accounts()],
        data: bs58.encode(instruction.data()),
        stackHeight: inner.stackHeight(),
      };
    }),
  }));
  return all.filter(({ instructions }) => instructions.length > 0);
}
