import type { AccountState } from './account-state.js';
import { DEPTH } from './commitment.js';

interface Version {
  readonly slot: number;
  readonly state: AccountState | null;
}

/** Old states are kept a little beyond finality, for an endpoint that is told to lag. */
const KEPT_SLOTS = DEPTH.finalized + 512;

/** What every account was at each slot that still matters, so that a read at `finalized` gives the finalized state. */
export class Accounts {
  private readonly versions = new Map<string, Version[]>();
  private readonly everOwned = new Map<string, Set<string>>();

  /** Notes what a slot left of an account; `before` is what was there when nobody had written it yet. */
  write(address: string, slot: number, state: AccountState | null, before: AccountState | null): void {
    const known = this.versions.get(address) ?? [{ slot: -1, state: before }];
    if (known.at(-1)?.slot === slot) known.pop();
    known.push({ slot, state });
    const firstKept = known.findLastIndex((version) => version.slot <= slot - KEPT_SLOTS);
    if (firstKept > 0) known.splice(0, firstKept);
    this.versions.set(address, known);
    if (state) this.owned(state.owner).add(address);
  }

  /** The account as it was at the end of a slot; undefined if nobody ever wrote it. */
  at(address: string, slot: number): AccountState | null | undefined {
    const known = this.versions.get(address);
    return known && (known.findLast((version) => version.slot <= slot)?.state ?? null);
  }

  /** The account as it is now; undefined if nobody ever wrote it. */
  latest(address: string): AccountState | null | undefined {
    return this.versions.get(address)?.at(-1)?.state;
  }

  /** All accounts that a program owned at a slot. */
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
