import type { Tx } from '@likewell/service-kit/database/database';

/**
 * Locks those of the pictures that exist, always in the same order, so that two members who swap pictures
 * never deadlock.
 */
export async function lockAvatars(tx: Tx, sha256s: readonly (string | null)[]): Promise<void> {
  await tx.query('SELECT FROM avatar WHERE sha256 = ANY($1) ORDER BY sha256 FOR UPDATE', [sha256s]);
}

/** Saves a picture under its name. If it already exists, it is kept, and locked against deletion. */
export async function saveAvatar(tx: Tx, sha256: string, image: Uint8Array): Promise<void> {
  await tx.query(
    `INSERT INTO avatar (sha256, image) VALUES ($1, $2)
     ON CONFLICT (sha256) DO UPDATE SET created_at = avatar.created_at`,
    [sha256, Buffer.from(image)],
  );
}

/** Deletes a picture that no member uses any more. It must be locked, see {@link lockAvatars}. */
export async function deleteUnusedAvatar(tx: Tx, sha256: string): Promise<void> {
  await tx.query(
    'DELETE FROM avatar WHERE sha256 = $1 AND NOT EXISTS (SELECT FROM member WHERE avatar_sha256 = $1)',
    [sha256],
  );
}
