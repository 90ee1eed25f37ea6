import { formatLike } from '@likewell/contracts/core/money';
import {
  createAssociatedTokenAccountIdempotentInstruction,
  createTransferCheckedInstruction,
  getAssociatedTokenAddressSync,
} from '@solana/spl-token';
import { type Connection, PublicKey, Transaction, TransactionInstruction } from '@solana/web3.js';
import type { DepositSettings } from './deposit.api';

const MEMO_PROGRAM = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
const NANO_DECIMALS = 9;

/** A transfer that waits for its signature. */
export interface Transfer {
  transaction: Uint8Array;
  blockhash: string;
  /** Last block at which the chain accepts it. */
  lastValidBlockHeight: number;
}

/**
 * Builds the transfer of the owner's LIKE to Likewell's account of this token, which is created if it
 * is missing, with the memo that says whose deposit it is (spec, section 7). @throws Error for a
 * wallet that has too little LIKE
 */
export async function buildTransfer(
  connection: Connection,
  owner: PublicKey,
  { mint: mintAddress, tokenProgram, receivingWallet, decimals, memo }: DepositSettings,
  nano: bigint,
): Promise<Transfer> {
  const [mint, program] = [new PublicKey(mintAddress), new PublicKey(tokenProgram)];
  const receiver = new PublicKey(receivingWallet);
  // The receiving wallet may belong to a program, such as a multisig's vault.
  const from = getAssociatedTokenAddressSync(mint, owner, true, program);
  const to = getAssociatedTokenAddressSync(mint, receiver, true, program);
  const [available, isThere] = await Promise.all([
    balanceOf(connection, from),
    connection.getAccountInfo(to).then((account) => account !== null),
  ]);
  const units = nano / 10n ** BigInt(NANO_DECIMALS - decimals);
  if (available < units) throw new Error(tooLittle(available * 10n ** BigInt(NANO_DECIMALS - decimals)));
  // Asked last: from here on the owner has 150 blocks to sign, about half a minute.
  const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash();
  const transaction = new Transaction({ feePayer: owner, blockhash, lastValidBlockHeight });
  if (!isThere) {
    transaction.add(createAssociatedTokenAccountIdempotentInstruction(owner, to, receiver, mint, program));
  }
  transaction.add(
    createTransferCheckedInstruction(from, mint, to, owner, units, decimals, [], program),
    new TransactionInstruction({ programId: MEMO_PROGRAM, keys: [], data: Buffer.from(memo) }),
  );
  const bytes = transaction.serialize({ requireAllSignatures: false, verifySignatures: false });
  return { transaction: new Uint8Array(bytes), blockhash, lastValidBlockHeight };
}

/** Returns the balance; zero for an account that does not exist. */
async function balanceOf(connection: Connection, account: PublicKey): Promise<bigint> {
  if ((await connection.getAccountInfo(account)) === null) return 0n;
  return BigInt((await connection.getTokenAccountBalance(account)).value.amount);
}

const tooLittle = (nano: bigint) =>
  `This wallet holds ${formatLike(nano)} LIKE, which is less than the amount.`;
