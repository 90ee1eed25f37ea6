import type { AsyncFlateStreamHandler, ZipInputFile } from 'fflate';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

const deflate = promisify(deflateRaw);

/** Compression method of a zip's file (APPNOTE 4.4.5). */
const DEFLATED = 8;
/** Least size of a piece. Deflate looks back no farther, so that statements and posts become a tenth larger at most. */
const PIECE_BYTES = 32 * 1024;

/**
 * A file of a zip, compressed outside the event loop, piece by piece. Each piece is compressed by itself and ends
 * on a whole byte (RFC 1951), so a file that is never ended holds nothing that has to be released.
 */
export class DeflatedFile implements ZipInputFile {
  readonly compression = DEFLATED;
  size = 0;
  crc = 0;
  ondata?: AsyncFlateStreamHandler;
  private waiting: Uint8Array[] = [];
  private waitingBytes = 0;

  constructor(readonly filename: string) {}

  /** Adds content, and compresses what waits once it is a piece. The next call has to await this one. */
  async write(content: Uint8Array, isLast: boolean): Promise<void> {
    this.waiting.push(content);
    this.waitingBytes += content.length;
    if (!isLast && this.waitingBytes < PIECE_BYTES) return;
    const piece = Buffer.concat(this.waiting);
    this.waiting = [];
    this.waitingBytes = 0;
    this.size += piece.length;
    this.crc = crc32(piece, this.crc);
    const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
    this.ondata?.(null, await deflate(piece, { finishFlush }), isLast);
  }
}
