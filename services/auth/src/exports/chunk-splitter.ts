/** Splits bytes that come in pieces of any size into chunks of one size; only the last one may be shorter. */
export class ChunkSplitter {
  private rest: Buffer = Buffer.alloc(0);

  constructor(private readonly chunkBytes: number) {}

  /** Adds pieces, and returns the chunks that are now full. */
  add(pieces: readonly Uint8Array[]): Buffer[] {
    this.rest = Buffer.concat([this.rest, ...pieces]);
    const chunks: Buffer[] = [];
    while (this.rest.length >= this.chunkBytes) {
      chunks.push(this.rest.subarray(0, this.chunkBytes));
      this.rest = this.rest.subarray(this.chunkBytes);
    }
    return chunks;
  }

  /** Returns the rest that did not fill a chunk. */
  end(): Buffer[] {
    return this.rest.length > 0 ? [this.rest] : [];
  }
}
