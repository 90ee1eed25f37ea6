import type { AccountState } from '../chain/account-state.js';
import type { Chain } from '../chain/chain.js';
import { DEPTH, type Commitment } from '../chain/commitment.js';
import type { HistoryEntry } from '../chain/history.js';
import type { Faults } from '../faults.js';
import { RpcError } from './rpc-error.js';

/** Options of a caller for the state to be read. */
export interface Moment {
  readonly commitment?: Commitment | undefined;
  readonly minContextSlot?: number | undefined;
}

/** The chain as one endpoint sees it: perhaps with a lag or with gaps. */
export class View {
  constructor(
    readonly chain: Chain,
    readonly faults: Faults,
  ) {}

  /** Returns the newest slot of a level. */
  slot(commitment: Commitment): number {
    return Math.max(0, this.chain.clock.now() - (this.faults.lagSlots ?? 0) - DEPTH[commitment]);
  }

  /** @throws RpcError if the endpoint has not reached the slot that the caller requires */
  slotFor(moment: Moment | null | undefined): number {
    const slot = this.slot(moment?.commitment ?? 'finalized');
    if (slot < (moment?.minContextSlot ?? 0))
      throw new RpcError(-32016, 'Minimum context slot has not been reached', { contextSlot: slot });
    return slot;
  }

  account(address: string, slot: number): AccountState | null {
    return this.chain.account(address, slot);
  }

  /** Returns a chain transaction, once it has reached the level. */
  find(signature: string, commitment: Commitment): HistoryEntry | undefined {
    const entry = this.chain.history.get(signature);
    return entry && this.sees(entry, commitment) ? entry : undefined;
  }

  sees({ slot, signature }: HistoryEntry, commitment: Commitment): boolean {
    return slot <= this.slot(commitment) && !this.faults.vanish?.(signature);
  }

  levelOf({ slot }: HistoryEntry): Commitment {
    if (slot <= this.slot('finalized')) return 'finalized';
    return slot <= this.slot('confirmed') ? 'confirmed' : 'processed';
  }

  /** Wraps a value with its slot, as most methods return it. */
  withContext<Value>(slot: number, value: Value) {
    return { context: { apiVersion: '3.0.0', slot }, value };
  }
}
