import { idFromInt8 } from '@likewell/contracts/core/ids';
import { z } from 'zod';

/** Options of an entity's `bigint` column that holds an id: a safe integer in code. */
export const idColumn = {
  from: (value: string | null) => (value === null ? null : idFromInt8(value)),
  to: (id: unknown) => id,
};

/** Options of an entity's `bigint` column that holds nano-LIKE: a bigint in code. */
export const nanoColumn = {
  from: (value: string | null) => (value === null ? null : BigInt(value)),
  to: (amountNano: bigint | null | undefined) => amountNano?.toString() ?? amountNano,
};

/** Schema of a `bigint` in a query's row that is an id. */
export const int8Id = z.string().transform(idFromInt8);
/** Schema of a `bigint` or whole `numeric` in a query's row that is nano-LIKE. */
export const int8Nano = z.string().transform(BigInt);
/** Schema of a `timestamptz` in a query's row; its output is the text used in contracts and files: ISO 8601 in UTC. */
export const isoTime = z.date().transform((time) => time.toISOString());
