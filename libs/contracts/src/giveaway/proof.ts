import { z } from 'zod';
import { giveaway, hex32 } from './giveaway.js';

/** Header of a Bitcoin block: 80 bytes in hex, whose double SHA-256, with its bytes reversed, is the hash. */
const blockHeader = z.object({
  height: z.int().nonnegative(),
  hash: hex32,
  header: z.string().regex(/^[0-9a-f]{160}$/),
  time: z.iso.datetime(),
});
export type BlockHeader = z.output<typeof blockHeader>;

/**
 * The block that decides a draw: `after` or its parent, `before`. By `first-after` it is `after`, the lowest
 * one with a time in the 90 minutes after noon; the time of `before` may be even later. By `fallback` there is
 * none, `after` is the lowest one with a time after noon, and `before` decides.
 */
export const drawBlock = z.object({
  kind: z.enum(['first-after', 'fallback']),
  height: z.int().nonnegative(),
  hash: hex32,
  before: blockHeader,
  after: blockHeader,
  /** Hosts, with their ports, of the sources that named it; all agreed. */
  sources: z.array(z.string()),
});
export type DrawBlock = z.output<typeof drawBlock>;

/**
 * Reason why a draw was postponed by a day. `unavailable`: the sources did not respond, or, where nothing is
 * `said`, were not asked, since the draw was postponed past the noon before only when the block of this one
 * may have existed already. `disagreement`: they named different blocks. `late-snapshot`: the snapshot came too
 * late for this noon, whose block may have existed already, that is, from two hours and a quarter before noon,
 * since a block's time may be two hours ahead.
 */
const postponeReason = z.enum(['unavailable', 'disagreement', 'late-snapshot']);

/** A noon without a draw, and the last response of each source. */
export const postponement = z.object({
  drawAt: z.iso.datetime(),
  reason: postponeReason,
  said: z.array(z.object({ source: z.string(), answer: z.string() })),
});
export type Postponement = z.output<typeof postponement>;

/** A winner: an entry whose ticket, HMAC-SHA256 of the entry under the seed, is among the lowest. */
export const winner = z.object({ place: z.int().positive(), entry: z.string(), ticket: hex32 });
export type Winner = z.output<typeof winner>;

/** Everything that determines a draw except the entries, which come in pages. */
export const proof = z.object({
  giveaway,
  block: drawBlock.nullable(),
  seed: hex32.nullable(),
  winners: z.array(winner),
  postponements: z.array(postponement),
});
export type Proof = z.output<typeof proof>;
