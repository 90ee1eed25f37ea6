/**
 * Those that wait for a place. Networks take turns, and of one network the newest goes first: where more come than can be
 * served, some wait in vain, and the others need not have waited as long as those did.
 */
export class TipQueue<Entry extends { readonly network: string }> {
  /** The oldest first. */
  private readonly all = new Set<Entry>();
  /** The network whose turn it is first; of each the oldest first. */
  private readonly byNetwork = new Map<string, Entry[]>();

  get size(): number {
    return this.all.size;
  }

  /** Who has waited longest. */
  get oldest(): Entry | undefined {
    return this.all.values().next().value;
  }

  add(entry: Entry): void {
    this.all.add(entry);
    const others = this.byNetwork.get(entry.network);
    if (others) others.push(entry);
    else this.byNetwork.set(entry.network, [entry]);
  }

  /** Takes out the newest of the network whose turn it is. */
  takeNext(): Entry | undefined {
    const [network, entries] = this.byNetwork.entries().next().value ?? [];
    const entry = entries?.pop();
    if (network === undefined || !entries || !entry) return undefined;
    this.all.delete(entry);
    this.byNetwork.delete(network);
    if (entries.length > 0) this.byNetwork.set(network, entries);
    return entry;
  }

  /** Takes out this one; false when it was not there any more. */
  delete(entry: Entry): boolean {
    if (!this.all.delete(entry)) return false;
    const entries = this.byNetwork.get(entry.network) ?? [];
    entries.splice(entries.indexOf(entry), 1);
    if (entries.length === 0) this.byNetwork.delete(entry.network);
    return true;
  }
}
