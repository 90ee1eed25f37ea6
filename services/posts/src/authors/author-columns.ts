import type { PublicProfile } from '@likewell/contracts/auth/profile';
import { int8Id } from '@likewell/service-kit/database/columns';
import { z } from 'zod';

/** The columns that a list reads of the author `a` of each row. */
export const AUTHOR_COLUMNS =
  'a.id AS author_id, a.username, a.avatar, a.is_verified, a.version AS author_version';

/** The part of a row that {@link AUTHOR_COLUMNS} reads. */
export const authorRow = z.object({
  author_id: int8Id,
  username: z.string(),
  avatar: z.string().nullable(),
  is_verified: z.boolean(),
  author_version: z.int(),
});

/** Returns the author of a row read with {@link AUTHOR_COLUMNS}. */
export const toAuthor = (row: z.output<typeof authorRow>): PublicProfile => ({
  memberId: row.author_id,
  username: row.username,
  avatar: row.avatar,
  isVerified: row.is_verified,
  version: row.author_version,
});
