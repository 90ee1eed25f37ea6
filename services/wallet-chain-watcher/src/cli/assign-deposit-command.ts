import type { PublicProfile } from '@likewell/contracts/auth/profile';
import { findProfile } from '@likewell/contracts/auth/profile-rpc';
import { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { formatLike } from '@likewell/contracts/core/money';
import type { Database } from '@likewell/service-kit/database/database';
import { readCliArguments, UserFacingError } from '@likewell/service-kit/process/cli-arguments';
import {
  operatorArguments,
  operatorOf,
  type OperatorRules,
} from '@likewell/service-kit/process/operator-arguments';
import type { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { z } from 'zod';
import { recordAssignment } from '../claims/assignments.queries.js';
import type { Deposit, DepositState } from '../deposits/deposit.js';
import { findDeposits } from '../deposits/deposits.queries.js';
import { assignUnclaimed, findOtherSender } from '../deposits/unclaimed-deposits.js';
import { readSignature, signatureText } from '../solana/signature.js';
import { lockLinks } from '../wallets/link-lock.js';

/** The longest name that auth is asked for. */
const MAX_NAME = 100;
/** A signature as Postgres prints it; in base58 it is shorter. */
const HEX_SIGNATURE = /^[0-9a-f]{128}$/;

const words = z.strictObject({
  tx: z
    .string('Say which deposit: tx=…')
    .transform((text) => (HEX_SIGNATURE.test(text) ? signatureText(Buffer.from(text, 'hex')) : text))
    .refine((text) => readSignature(text) !== null, 'tx is no signature of a transaction on Solana.'),
  user: z.string('Say whose it is: user=maya').max(MAX_NAME, 'No member has a name this long.').toLowerCase(),
  ...operatorArguments,
});

/** Objects that the command works with. */
interface AssignmentTools {
  readonly database: Database;
  /** Asks auth for names. */
  readonly rpc: Pick<RpcClient, 'call'>;
  readonly rules: OperatorRules;
}

/**
 * `make assign-deposit`: assigns an unclaimed deposit to the member who has shown that it is theirs, since a wallet that
 * cannot sign claims nothing. It is theirs once this is committed; the running watcher has the ledger credit it.
 * @throws UserFacingError
 */
export async function assignDeposit(
  { database, rpc, rules }: AssignmentTools,
  given: readonly string[],
): Promise<string> {
  const { tx: signature, user, ...said } = readCliArguments(words, given);
  const operator = operatorOf(said, rules);
  const { memberId } = await memberNamed(rpc, user);
  const { assigned, found, other } = await database.transaction(async (tx) => {
    // Until the end, nobody else links a wallet that sent it.
    await lockLinks(tx, 'shared');
    const other = await findOtherSender(tx, memberId, signature);
    const assigned = other === null ? await assignUnclaimed(tx, memberId, signature) : null;
    if (assigned) await recordAssignment(tx, signature, memberId, operator);
    return { assigned, other, found: (await findDeposits(tx, [signature]))[0] };
  });
  if (assigned)
    return `${formatLike(assigned.amountNano)} LIKE is ${user}'s: credited within a minute or, while deposits are paused, after that.`;
  const isTheirClaim = found?.state === 'claiming' || found?.state === 'claimed';
  if (isTheirClaim && found.memberId === memberId) return `It is ${user}'s already; nothing has changed.`;
  const owner = found?.memberId ?? (found?.state === 'unclaimed' ? other : null);
  throw new UserFacingError(refusalOf(found, owner === null ? null : await nameOf(rpc, owner)));
}

/** Why a deposit of this state, which nobody owns, is not assigned. */
const NOT_ASSIGNED: Partial<Record<DepositState, string>> = {
  seen: 'This transaction is not judged yet. Try again in a minute.',
  failed: 'This transaction failed on Solana, and brought nothing.',
  nothing: 'This transaction brought no LIKE to our accounts.',
};

/** @param owner name of who has the deposit or, of an unclaimed one, who has linked a wallet that sent it */
function refusalOf(deposit: Deposit | undefined, owner: string | null): string {
  if (!deposit)
    return 'No transaction of this signature has come to our accounts. What is final on Solana is found within minutes.';
  if (owner === null)
    return (
      NOT_ASSIGNED[deposit.state] ??
      'It is being booked: try again in a minute or, while deposits are paused, after that.'
    );
  if (deposit.state !== 'unclaimed') return `It is ${owner}'s already.`;
  return `A wallet that sent it is linked to ${owner}, and can claim it.`;
}

/** @throws UserFacingError for a name that is not an active member's, such as a former one */
async function memberNamed(rpc: AssignmentTools['rpc'], username: string): Promise<PublicProfile> {
  const profile = await profileOf(rpc, { username });
  if (!profile) throw new UserFacingError(`There is no member "${username}", or they are suspended.`);
  if (profile.username !== username)
    throw new UserFacingError(`"${username}" is a former name of ${profile.username}. Say the present one.`);
  return profile;
}

async function nameOf(rpc: AssignmentTools['rpc'], memberId: number): Promise<string> {
  return (await profileOf(rpc, { memberId }))?.username ?? `member ${memberId}`;
}

async function profileOf(rpc: AssignmentTools['rpc'], wanted: RpcInput<typeof findProfile>) {
  try {
    return (await rpc.call(findProfile, wanted)).profile;
  } catch (error) {
    if (!(error instanceof AppError) || error.is(commonErrors.INTERNAL)) throw error;
    throw new UserFacingError('Auth, which knows the members, does not respond. Try again once it does.', {
      cause: error,
    });
  }
}
