import { randomBytes } from 'node:crypto';
import {
  createAssociatedTokenAccountIdempotentInstruction,
  createTransferCheckedInstruction,
  getAssociatedTokenAddressSync,
} from '@solana/spl-token';
import { PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js';
import type { Chain } from './chain/chain.js';
import { parseTransaction } from './chain/parse-transaction.js';
import { signTransaction } from './chain/sign-transaction.js';
import { sentenceOf } from './chain/transaction-error.js';
import { DECIMALS } from './genesis.js';
import { LIQUIDITY, MINT } from './keys.js';

const MEMO_PROGRAM = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
/** SOL added to the LIKE for an address that has less than this: enough for a hundred thousand fees. */
const SOL_LAMPORTS = 1_000_000_000n;

/**
 * Sends LIKE from the liquidity, and one SOL for fees to an address that has less than that.
 * @param amount in millionths of a LIKE
 * @returns the signature; the transaction is processed, not yet confirmed
 */
export function giveLike(chain: Chain, address: string, amount: bigint): string {
  const [owner, payer, mint] = [new PublicKey(address), LIQUIDITY.publicKey, MINT.publicKey];
  const [from, to] = [tokenAccountOf(payer), tokenAccountOf(owner)];
  const instructions = [
    createAssociatedTokenAccountIdempotentInstruction(payer, to, owner, mint),
    createTransferCheckedInstruction(from, mint, to, payer, amount, DECIMALS),
  ];
  const { lamports } = chain.account(address, chain.clock.now()) ?? { lamports: 0n };
  if (lamports < SOL_LAMPORTS) instructions.push(transferSol(owner, SOL_LAMPORTS));
  return send(chain, instructions);
}

/** Sends SOL. @returns the signature */
export function giveSol(chain: Chain, address: string, lamports: bigint): string {
  return send(chain, [transferSol(new PublicKey(address), lamports)]);
}

const tokenAccountOf = (owner: PublicKey) => getAssociatedTokenAddressSync(MINT.publicKey, owner, true);

const transferSol = (toPubkey: PublicKey, lamports: bigint) =>
  SystemProgram.transfer({ fromPubkey: LIQUIDITY.publicKey, toPubkey, lamports });

function send(chain: Chain, instructions: TransactionInstruction[]): string {
  const blockhash = chain.blockhashes.of(chain.clock.now());
  // Without random data, two equal gifts within a slot would be one transaction.
  const data = Buffer.from(`faucet ${randomBytes(6).toString('hex')}`);
  const memo = new TransactionInstruction({ programId: MEMO_PROGRAM, keys: [], data });
  const raw = signTransaction({ instructions: [...instructions, memo], signers: [LIQUIDITY], blockhash });
  const transaction = parseTransaction(raw);
  const { err } = chain.run(transaction);
  if (err) throw new Error(`The faucet's transaction failed: ${sentenceOf(err)}`);
  return transaction.signature;
}
