/**
 * Queue of tips that wait for a place. Networks take turns, and the newest tip of a network goes first: under
 * overload some wait in vain, but the tips that are served have not waited as long.
 */
export class TipQueue<Entry extends { readonly network: string }> {
  /** Ordered from the oldest. */
  private readonly all = new Set<Entry>();
  /** Ordered by turn of the networks; the entries of each are ordered from the oldest. */
  private readonly byNetwork = new Map<string, Entry[]>();

  get size(): number {
    return this.all.size;
  }

  /** The entry that has waited longest. */
  get oldest(): Entry | undefined {
    return this.all.values().next().value;
  }

  add(entry: Entry): void {
    this.all.add(entry);
    const others = this.byNetwork.get(entry.network);
    if (others) others.push(entry);
    else this.byNetwork.set(entry.network, [entry]);
  }

  /** Removes and returns the newest entry of the network whose turn it is. */
  takeNext(): Entry | undefined {
    const [network, entries] = this.byNetwork.entries().next().value ?? [];
    const entry = entries?.pop();
    if (network === undefined || !entries || !entry) return undefined;
    this.all.delete(entry);
    this.byNetwork.delete(network);
    if (entries.length > 0) this.byNetwork.set(network, entries);
    return entry;
  }

  /** Removes this entry; returns false if it was not in the queue. */
  delete(entry: Entry): boolean {
    if (!this.all.delete(entry)) return false;
    const entries = this.byNetwork.get(entry.network) ?? [];
    entries.splice(entries.indexOf(entry), 1);
    if (entries.length === 0) this.byNetwork.delete(entry.network);
    return true;
  }
}
