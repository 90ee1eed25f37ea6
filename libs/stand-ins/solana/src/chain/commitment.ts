/** How sure a node is that a chain transaction stays. */
export type Commitment = 'processed' | 'confirmed' | 'finalized';

/** How many slots later a slot reaches each level. A real cluster confirms after one or two and roots after 32. */
export const DEPTH: Readonly<Record<Commitment, number>> = { processed: 0, confirmed: 2, finalized: 32 };
