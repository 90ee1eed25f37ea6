import type { Tx } from '@likewell/service-kit/database/database';
import { IsNull, Not } from 'typeorm';
import { Member } from '../members/member.entity.js';

/** Where a member is told what happened to their account; null where they have shown no address to be theirs. */
export async function findAddressOf(tx: Tx, memberId: number): Promise<string | null> {
  const member = await tx.findOneBy(Member, { id: memberId, emailVerifiedAt: Not(IsNull()) });
  return member?.email ?? null;
}
