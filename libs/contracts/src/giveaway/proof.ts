import { z } from 'zod';
import { giveaway, hex32 } from './giveaway.js';

/** A Bitcoin block by its header: 80 bytes in hex, whose double SHA-256, read backwards, is the hash. */
const blockHeader = z.object({
  height: z.int().nonnegative(),
  hash: hex32,
  header: z.string().regex(/^[0-9a-f]{160}$/),
  time: z.iso.datetime(),
});
export type BlockHeader = z.output<typeof blockHeader>;

/**
 * The block that decides a draw. `after` is the lowest one with a time after noon and `before` its parent:
 * `first-after` takes `after`; where that is later than 13:30, `fallback` takes `before`.
 */
export const drawBlock = z.object({
  kind: z.enum(['first-after', 'fallback']),
  height: z.int().nonnegative(),
  hash: hex32,
  before: blockHeader,
  after: blockHeader,
  /** The hosts, with their ports, that named it, all of them the same. */
  sources: z.array(z.string()),
});
export type DrawBlock = z.output<typeof drawBlock>;

/**
 * Why a draw was put off by a day: the sources did not answer, or named different blocks, or the snapshot came too late
 * for this noon, whose block may have been there already: from two hours and a quarter before it, since a block's time
 * may be two hours ahead.
 */
export const postponeReason = z.enum(['unavailable', 'disagreement', 'late-snapshot']);

/** A noon that passed in vain, and what each source had said last. */
export const postponement = z.object({
  drawAt: z.iso.datetime(),
  reason: postponeReason,
  said: z.array(z.object({ source: z.string(), answer: z.string() })),
});
export type Postponement = z.output<typeof postponement>;

/** One whose ticket, HMAC-SHA256 of the entry under the seed, is among the lowest. */
export const winner = z.object({ place: z.int().positive(), entry: z.string(), ticket: hex32 });
export type Winner = z.output<typeof winner>;

/** All that a draw follows from except the entries, which come in pages. */
export const proof = z.object({
  giveaway,
  block: drawBlock.nullable(),
  seed: hex32.nullable(),
  winners: z.array(winner),
  postponements: z.array(postponement),
});
export type Proof = z.output<typeof proof>;
