import type { Tx } from '@likewell/service-kit/database/database';
import { IsNull, Not } from 'typeorm';
import { Member } from '../members/member.entity.js';

/** Returns the address for notices about a member's account; null if they have verified none. */
export async function findAddressOf(tx: Tx, memberId: number): Promise<string | null> {
  const member = await tx.findOneBy(Member, { id: memberId, emailVerifiedAt: Not(IsNull()) });
  return member?.email ?? null;
}
