import {
  AuthorityType,
  createAssociatedTokenAccountInstruction,
  createInitializeMint2Instruction,
  createMintToInstruction,
  createSetAuthorityInstruction,
  getAssociatedTokenAddressSync,
  MINT_SIZE,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token';
import { SystemProgram, type Keypair, type PublicKey, type TransactionInstruction } from '@solana/web3.js';
import type { Chain } from './chain/chain.js';
import { DEPTH } from './chain/commitment.js';
import { parseTransaction } from './chain/parse-transaction.js';
import { signTransaction } from './chain/sign-transaction.js';
import { LIQUIDITY, MINT, RECEIVING_WALLET, RESERVE, TREASURY } from './keys.js';

export const DECIMALS = 6;
const LIKE = 10n ** BigInt(DECIMALS);
/** Distribution of the billion (spec, section 8, and the white paper). */
const SHARES: readonly [PublicKey, bigint][] = [
  [LIQUIDITY.publicKey, 780_000_000n * LIKE],
  [TREASURY.publicKey, 120_000_000n * LIKE],
  [RESERVE.publicKey, 100_000_000n * LIKE],
];
/** Nine million SOL: enough for all fees, and still a number that JSON carries exactly. */
const LIQUIDITY_LAMPORTS = 9_000_000_000_000_000n;
/** Number of slots after which the genesis is final. */
const FIRST_SLOTS = 2 * DEPTH.finalized;
/** Hash for the first transactions, which belongs to no slot; the later ones are derived from the ledger's seed. */
const NO_BLOCKHASH = SystemProgram.programId.toBase58();

const tokenAccountOf = (owner: PublicKey) => getAssociatedTokenAddressSync(MINT.publicKey, owner);

/**
 * Genesis of every local ledger, made by the real programs: the LIKE mint, a billion in three shares, the
 * platform's token account, and no authority to mint more. Steps that were done before a kill are not
 * repeated.
 */
export function begin(chain: Chain): void {
  const system = SystemProgram.programId.toBase58();
  const liquidity = LIQUIDITY.publicKey.toBase58();
  if (!chain.account(liquidity, chain.clock.now()))
    chain.place([[liquidity, LIQUIDITY_LAMPORTS.toString(), system, false, '']]);
  let hasRun = false;
  for (const { instructions, signers } of beginnings(chain)) {
    const raw = signTransaction({ instructions, signers, blockhash: NO_BLOCKHASH });
    const transaction = parseTransaction(raw);
    if (chain.history.get(transaction.signature)) continue;
    const { err } = chain.runUnchecked(transaction);
    if (err) throw new Error(`The ledger could not begin: ${JSON.stringify(err)}`);
    hasRun = true;
  }
  // Nobody should wait for the finality of the genesis, also if it was finished long after a kill.
  if (hasRun || chain.clock.now() <= FIRST_SLOTS) chain.skip(FIRST_SLOTS);
}

interface Beginning {
  readonly instructions: TransactionInstruction[];
  readonly signers: readonly [Keypair, ...Keypair[]];
}

function beginnings(chain: Chain): Beginning[] {
  const [mint, payer] = [MINT.publicKey, LIQUIDITY.publicKey];
  const newMint = SystemProgram.createAccount({
    fromPubkey: payer,
    newAccountPubkey: mint,
    space: MINT_SIZE,
    lamports: chain.rentExemption(MINT_SIZE),
    programId: TOKEN_PROGRAM_ID,
  });
  const owners = [...SHARES.map(([owner]) => owner), RECEIVING_WALLET];
  const accounts = owners.map((owner) =>
    createAssociatedTokenAccountInstruction(payer, tokenAccountOf(owner), owner, mint),
  );
  const shares = SHARES.map(([owner, amount]) =>
    createMintToInstruction(mint, tokenAccountOf(owner), payer, amount),
  );
  const noMore = createSetAuthorityInstruction(mint, payer, AuthorityType.MintTokens, null);
  return [
    {
      instructions: [newMint, createInitializeMint2Instruction(mint, DECIMALS, payer, null)],
      signers: [LIQUIDITY, MINT],
    },
    { instructions: accounts, signers: [LIQUIDITY] },
    { instructions: [...shares, noMore], signers: [LIQUIDITY] },
  ];
}
