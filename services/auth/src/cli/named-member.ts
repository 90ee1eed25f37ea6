import type { Tx } from '@likewell/service-kit/database/database';
import { UserFacingError } from '@likewell/service-kit/process/cli-arguments';
import { findMemberByUsername, lockMemberByUsername, type MemberRow } from '../members/members.queries.js';

/** Returns the id of the member whom an operator named. @throws UserFacingError as {@link lockNamed} */
export async function idNamed(tx: Tx, username: string): Promise<number> {
  return known(await findMemberByUsername(tx, username), username).member.memberId;
}

/**
 * Returns the member whom an operator named, locked until the transaction ends.
 * @throws UserFacingError for an unknown name or a deleted account
 */
export async function lockNamed(tx: Tx, username: string): Promise<MemberRow> {
  return known(await lockMemberByUsername(tx, username), username);
}

function known(found: MemberRow | null, username: string): MemberRow {
  if (!found || found.status === 'deleted') throw new UserFacingError(`There is no member "${username}".`);
  return found;
}
