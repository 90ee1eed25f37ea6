/** Cuts bytes that come in pieces of any size into chunks of one size; only the last one is shorter. */
export class ChunkSplitter {
  private rest: Buffer = Buffer.alloc(0);

  constructor(private readonly chunkBytes: number) {}

  /** The chunks that are full with these pieces. */
  add(pieces: readonly Uint8Array[]): Buffer[] {
    this.rest = Buffer.concat([this.rest, ...pieces]);
    const chunks: Buffer[] = [];
    while (this.rest.length >= this.chunkBytes) {
      chunks.push(this.rest.subarray(0, this.chunkBytes));
      this.rest = this.rest.subarray(this.chunkBytes);
    }
    return chunks;
  }

  /** What no chunk was full with. */
  end(): Buffer[] {
    return this.rest.length > 0 ? [this.rest] : [];
  }
}
