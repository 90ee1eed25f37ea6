import { createHash } from 'node:crypto';
import bs58 from 'bs58';

/** Number of slots in the SlotHashes sysvar; lookup tables are created from one of them. */
const SLOT_HASHES = 512;

/** One hash per slot, derived from the ledger's seed: nothing needs to be stored for a restart. */
export class Blockhashes {
  private readonly hashes = new Map<number, string>();
  private readonly slots = new Map<string, number>();
  private derivedUpTo = -1;

  constructor(
    private readonly seed: string,
    /** Number of slots for which a transaction may use a hash. */
    readonly validSlots: number,
  ) {}

  of(slot: number): string {
    const digest = createHash('sha256').update(`${this.seed} ${slot}`).digest();
    return this.hashes.get(slot) ?? bs58.encode(digest);
  }

  /** Returns the slot of a valid hash; undefined for an old or unknown one. */
  slotOf(hash: string, now: number): number | undefined {
    this.deriveUpTo(now);
    const slot = this.slots.get(hash);
    return slot !== undefined && now - slot <= this.validSlots ? slot : undefined;
  }

  /** Returns the hashes, newest first, as in the sysvar. */
  recent(now: number): { slot: bigint; hash: string }[] {
    const count = Math.min(SLOT_HASHES, now);
    return Array.from({ length: count }, (_, back) => now - 1 - back).map((slot) => ({
      slot: BigInt(slot),
      hash: this.remember(slot),
    }));
  }

  private deriveUpTo(now: number): void {
    if (now <= this.derivedUpTo) return;
    for (let slot = Math.max(this.derivedUpTo + 1, now - this.validSlots, 0); slot <= now; slot++)
      this.remember(slot);
    this.derivedUpTo = now;
    const oldest = now - Math.max(this.validSlots, SLOT_HASHES);
    for (const [slot, hash] of this.hashes) {
      if (slot >= oldest) continue;
      this.hashes.delete(slot);
      this.slots.delete(hash);
    }
  }

  private remember(slot: number): string {
    const known = this.hashes.get(slot);
    if (known !== undefined) return known;
    const hash = this.of(slot);
    this.hashes.set(slot, hash);
    this.slots.set(hash, slot);
    return hash;
  }
}
