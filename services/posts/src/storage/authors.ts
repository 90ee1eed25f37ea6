import type { PublicProfile } from '@likewell/contracts/auth/profile';
import { idFromInt8 } from '@likewell/contracts/kernel/ids';
import type { Tx } from '@likewell/service-kit/database/database';

/** What a list reads of the author `a` of each of its rows. */
export const AUTHOR_COLUMNS =
  'a.id AS author_id, a.username, a.avatar, a.is_verified, a.version AS author_version';

export interface AuthorRow {
  readonly author_id: string;
  readonly username: string;
  readonly avatar: string | null;
  readonly is_verified: boolean;
  readonly author_version: number;
}

/** The author of a row read with {@link AUTHOR_COLUMNS}. */
export const toAuthor = (row: AuthorRow): PublicProfile => ({
  memberId: idFromInt8(row.author_id),
  username: row.username,
  avatar: row.avatar,
  isVerified: row.is_verified,
  version: row.author_version,
});

/** Remembers an author's profile unless a newer one is known. */
export async function rememberAuthor(tx: Tx, profile: PublicProfile): Promise<void> {
  await tx.query(
    `INSERT INTO author (id, username, avatar, is_verified, version) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (id) DO UPDATE SET username = excluded.username, avatar = excluded.avatar,
       is_verified = excluded.is_verified, version = excluded.version
       WHERE author.version < excluded.version`,
    [profile.memberId, profile.username, profile.avatar, profile.isVerified, profile.version],
  );
}

/** True when the author is known here. */
export async function isAuthorKnown(tx: Tx, memberId: number): Promise<boolean> {
  const rows = await tx.query<unknown[]>('SELECT FROM author WHERE id = $1', [memberId]);
  return rows.length > 0;
}

/** The member who has this username, as far as it is known here. */
export async function findAuthorId(tx: Tx, username: string): Promise<number | null> {
  const [row] = await tx.query<{ id: string }[]>(
    'SELECT id FROM author WHERE username = $1 ORDER BY version DESC LIMIT 1',
    [username],
  );
  return row ? idFromInt8(row.id) : null;
}
