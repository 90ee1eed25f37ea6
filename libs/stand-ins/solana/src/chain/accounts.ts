import type { AccountState } from './account-state.js';
import { DEPTH } from './commitment.js';

interface Version {
  readonly slot: number;
  readonly state: AccountState | null;
}

/** Number of slots for which old states are kept: a little beyond finality, for an endpoint with a simulated lag. */
const KEPT_SLOTS = DEPTH.finalized + 512;

/** State of every account at each recent slot, so that a read at `finalized` returns the finalized state. */
export class Accounts {
  private readonly versions = new Map<string, Version[]>();
  private readonly everOwned = new Map<string, Set<string>>();

  /** Records the state of an account after a slot; `before` is its state before the first write. */
  write(address: string, slot: number, state: AccountState | null, before: AccountState | null): void {
    const known = this.versions.get(address) ?? [{ slot: -1, state: before }];
    if (known.at(-1)?.slot === slot) known.pop();
    known.push({ slot, state });
    const firstKept = known.findLastIndex((version) => version.slot <= slot - KEPT_SLOTS);
    if (firstKept > 0) known.splice(0, firstKept);
    this.versions.set(address, known);
    if (state) this.owned(state.owner).add(address);
  }

  /** Returns the account as it was at the end of a slot; undefined if it was never written. */
  at(address: string, slot: number): AccountState | null | undefined {
    const known = this.versions.get(address);
    return known && (known.findLast((version) => version.slot <= slot)?.state ?? null);
  }

  /** Returns the current account; undefined if it was never written. */
  latest(address: string): AccountState | null | undefined {
    return this.versions.get(address)?.at(-1)?.state;
  }

  /** Returns all accounts that a program owned at a slot. */
  *ownedBy(program: string, slot: number): Generator<[string, AccountState]> {
    for (const address of this.owned(program)) {
      const state = this.at(address, slot);
      if (state?.owner === program) yield [address, state];
    }
  }

  private owned(program: string): Set<string> {
    const known = this.everOwned.get(program) ?? new Set();
    this.everOwned.set(program, known);
    return known;
  }
}
