import type { Tx } from '@likewell/service-kit/database/database';
import { UserFacingError } from '@likewell/service-kit/process/cli-arguments';
import { findMemberByUsername, lockMemberByUsername, type MemberRow } from '../members/members.queries.js';

/** Returns the member whom an operator named. @throws UserFacingError for an unknown name or a deleted account */
export async function findNamed(tx: Tx, username: string): Promise<MemberRow> {
  return known(await findMemberByUsername(tx, username), username);
}

/** Does {@link findNamed}, and locks the member until the transaction ends. */
export async function lockNamed(tx: Tx, username: string): Promise<MemberRow> {
  return known(await lockMemberByUsername(tx, username), username);
}

function known(found: MemberRow | null, username: string): MemberRow {
  if (!found || found.status === 'deleted') throw new UserFacingError(`There is no member "${username}".`);
  return found;
}
