import { idFromInt8 } from '@likewell/contracts/kernel/ids';
import type { Tx } from '@likewell/service-kit/database/database';

/** A wallet that is linked to a member. */
export interface Wallet {
  readonly address: string;
  readonly linkedAt: string;
}

const MAX_WALLETS = 20;
const LINKS_LOCK = 7_263_560;

/** Keeps links as they are until the transaction ends, or (`exclusive`) everybody who counts on that away. */
export async function holdLinks(tx: Tx, mode: 'shared' | 'exclusive'): Promise<void> {
  const take = mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  await tx.query(`SELECT ${take}(${LINKS_LOCK}, hashtext(current_schema()))`);
}

/**
 * Links a wallet to a member. Linking an own one again is no change. `taken`: it is linked to somebody else;
 * `too-many`: she has as many as one may have.
 */
export async function linkWallet(
  tx: Tx,
  memberId: number,
  address: string,
): Promise<Wallet | 'taken' | 'too-many'> {
  await holdLinks(tx, 'exclusive');
  await tx.query(
    `INSERT INTO wallet (address, member_id)
     SELECT $1, $2 WHERE (SELECT count(*) FROM wallet WHERE member_id = $2) < ${MAX_WALLETS}
     ON CONFLICT DO NOTHING`,
    [address, memberId],
  );
  const owned = await findWallet(tx, address);
  if (!owned) return 'too-many';
  return owned.memberId === memberId ? owned : 'taken';
}

/** A linked wallet and its member. */
export async function findWallet(tx: Tx, address: string): Promise<(Wallet & { memberId: number }) | null> {
  const [row] = await tx.query<{ member_id: string; linked_at: Date }[]>(
    'SELECT member_id, linked_at FROM wallet WHERE address = $1',
    [address],
  );
  return row ? { address, memberId: idFromInt8(row.member_id), linkedAt: row.linked_at.toISOString() } : null;
}

/** A member's wallets, oldest first. */
export async function findWallets(tx: Tx, memberId: number): Promise<Wallet[]> {
  const rows = await tx.query<{ address: string; linked_at: Date }[]>(
    'SELECT address, linked_at FROM wallet WHERE member_id = $1 ORDER BY linked_at, address',
    [memberId],
  );
  return rows.map(({ address, linked_at }) => ({ address, linkedAt: linked_at.toISOString() }));
}

/** Unlinks a wallet of the member's; false when it is not linked to her. */
export async function unlinkWallet(tx: Tx, memberId: number, address: string): Promise<boolean> {
  const [, count] = await tx.query<[unknown[], number]>(
    'DELETE FROM wallet WHERE address = $1 AND member_id = $2',
    [address, memberId],
  );
  return count > 0;
}
