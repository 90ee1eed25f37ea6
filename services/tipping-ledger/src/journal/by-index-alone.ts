/**
 * Planner settings that are off for statements about histories. Their rows must come from an index in its order,
 * so that a LIMIT bounds what is read: a bitmap or a sort would read an account's whole history first.
 */
export const BY_INDEX_ALONE = [
  'enable_seqscan',
  'enable_bitmapscan',
  'enable_hashjoin',
  'enable_mergejoin',
  'jit',
];
