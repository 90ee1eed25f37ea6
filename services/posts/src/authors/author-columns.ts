import { int8Id } from '@likewell/service-kit/database/columns';
import { z } from 'zod';

/** The columns that a list reads of the author `a` of each row. The picture of a suspended one is not shown. */
export const AUTHOR_COLUMNS = `a.id AS "memberId", a.username,
  CASE WHEN NOT a.suspended THEN a.avatar END AS avatar, a.is_verified AS "isVerified", a.version`;

/** The part of a row that {@link AUTHOR_COLUMNS} reads: an author's public profile. */
export const authorRow = z.object({
  memberId: int8Id,
  username: z.string(),
  avatar: z.string().nullable(),
  isVerified: z.boolean(),
  version: z.int(),
});

/** Moves the columns of {@link AUTHOR_COLUMNS} from a row into its `author`. */
export const withAuthor = <Row extends z.output<typeof authorRow>>({
  memberId,
  username,
  avatar,
  isVerified,
  version,
  ...row
}: Row) => ({ ...row, author: { memberId, username, avatar, isVerified, version } });
