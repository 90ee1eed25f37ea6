/** A node's certainty that a chain transaction is permanent. */
export type Commitment = 'processed' | 'confirmed' | 'finalized';

/**
 * Number of slots after which a slot reaches each level. A real cluster confirms after one or two and roots
 * after 32.
 */
export const DEPTH: Readonly<Record<Commitment, number>> = { processed: 0, confirmed: 2, finalized: 32 };
