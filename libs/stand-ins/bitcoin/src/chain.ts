import { HASH_BYTES, HEADER_BYTES, hashOf, mineHeader, readHeader, REGTEST_BITS, shown } from './header.js';

const MEDIAN_OF = 11;
const FIRST_CAPACITY = 1024;

/** A chain of block headers, kept in two plain buffers: hundreds of thousands take a few megabytes. */
export class Chain {
  private headers = Buffer.alloc(FIRST_CAPACITY * HEADER_BYTES);
  private hashes = Buffer.alloc(FIRST_CAPACITY * HASH_BYTES);
  private length = 0;

  /**
   * @param salt makes a different chain with the same times
   * @param bits values other than regtest's are claimed by its headers without any work
   */
  constructor(
    private readonly salt = '',
    private readonly bits = REGTEST_BITS,
  ) {}

  /** The height of the newest block; -1 before the first. */
  get tip(): number {
    return this.length - 1;
  }

  /** Adds a block whose header has this time, in seconds since 1970. */
  append(time: number): void {
    if (this.length * HEADER_BYTES === this.headers.length) this.grow();
    const previous = this.length === 0 ? Buffer.alloc(HASH_BYTES) : this.hashAt(this.tip);
    const header = mineHeader(previous, time, `${this.salt}${this.length}`, this.bits);
    header.copy(this.headers, this.length * HEADER_BYTES);
    hashOf(header).copy(this.hashes, this.length * HASH_BYTES);
    this.length += 1;
  }

  /** Returns the height of the block with this hash, or null. */
  heightOf(hash: string): number | null {
    const wanted = Buffer.from(hash, 'hex').reverse();
    for (let at = this.hashes.indexOf(wanted); at >= 0; at = this.hashes.indexOf(wanted, at + 1)) {
      if (at % HASH_BYTES === 0 && at < this.length * HASH_BYTES) return at / HASH_BYTES;
    }
    return null;
  }

  /** Returns a block as Esplora describes it; undefined if it does not exist. */
  describe(height: number) {
    if (height < 0 || height > this.tip) return undefined;
    const { version, previousHash, merkleRoot, time, bits, nonce } = readHeader(this.headerAt(height));
    return {
      id: shown(this.hashAt(height)),
      height,
      version,
      timestamp: time,
      tx_count: 1 + (nonce % 7) + (time % 2500),
      size: 1_000_000 + (time % 700_000),
      weight: 3_990_000 + (time % 3000),
      merkle_root: merkleRoot,
      previousblockhash: height === 0 ? null : previousHash,
      mediantime: this.medianTime(height),
      nonce,
      bits,
      difficulty: 0,
    };
  }

  /** Returns the header of a block: 80 bytes. */
  headerAt(height: number): Buffer {
    return this.headers.subarray(height * HEADER_BYTES, (height + 1) * HEADER_BYTES);
  }

  private hashAt(height: number): Buffer {
    return this.hashes.subarray(height * HASH_BYTES, (height + 1) * HASH_BYTES);
  }

  /**
   * Returns the median time of the block and the ten before it, by BIP 113; a later block's own time must be
   * greater.
   */
  private medianTime(height: number): number {
    const times = [];
    for (let at = Math.max(0, height - MEDIAN_OF + 1); at <= height; at += 1)
      times.push(readHeader(this.headerAt(at)).time);
    times.sort((a, b) => a - b);
    return times[Math.floor(times.length / 2)] ?? 0;
  }

  private grow(): void {
    this.headers = Buffer.concat([this.headers, Buffer.alloc(this.headers.length)]);
    this.hashes = Buffer.concat([this.hashes, Buffer.alloc(this.hashes.length)]);
  }
}
