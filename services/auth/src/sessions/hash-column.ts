/** Transformer for an entity's `bytea` column with a hash, which is hex in code. */
export const hashColumn = {
  from: (value: Buffer | null) => value?.toString('hex') ?? null,
  to: (hash: string | undefined) => (hash === undefined ? undefined : Buffer.from(hash, 'hex')),
};
