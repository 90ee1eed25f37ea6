import type { Tx } from '@likewell/service-kit/database/database';
import type { Operator } from '@likewell/service-kit/process/operator-arguments';
import { signatureHex } from '../solana/signature.js';

/** Records who has assigned a deposit to a member, and why; the service cannot change it afterwards. */
export async function recordAssignment(
  tx: Tx,
  signature: string,
  memberId: number,
  { name, reason }: Operator,
): Promise<void> {
  await tx.query(
    `INSERT INTO deposit_assignment (signature, member_id, operator, reason) VALUES (decode($1, 'hex'), $2, $3, $4)`,
    [signatureHex(signature), memberId, name, reason],
  );
}
