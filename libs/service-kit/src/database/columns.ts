import { idFromInt8 } from '@likewell/contracts/core/ids';
import { z } from 'zod';

/** For an entity's `bigint` column that holds an id: a safe integer in code. */
export const idColumn = {
  from: (value: string | null) => (value === null ? null : idFromInt8(value)),
  to: (id: unknown) => id,
};

/** For an entity's `bigint` column that holds nano-LIKE: a bigint in code. */
export const nanoColumn = {
  from: (value: string | null) => (value === null ? null : BigInt(value)),
  to: (amountNano: bigint | null | undefined) => amountNano?.toString() ?? amountNano,
};

/** A `bigint` of a query's row that is an id. */
export const int8Id = z.string().transform(idFromInt8);
/** A `bigint` or whole `numeric` of a query's row that is nano-LIKE. */
export const int8Nano = z.string().transform(BigInt);
/** A `timestamptz` of a query's row, as the text that contracts and files have: ISO 8601 in UTC. */
export const isoTime = z.date().transform((time) => time.toISOString());
