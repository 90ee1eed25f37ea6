import '../../shared/chain/buffer';
import {
  SolanaSignAndSendTransaction,
  type SolanaSignAndSendTransactionFeature,
  SolanaSignTransaction,
  type SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features';
import type { SolanaChain } from '@solana/wallet-standard-chains';
import {
  Connection,
  PublicKey,
  SendTransactionError,
  SystemProgram,
  type VersionedMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import type { WalletAccount } from '@wallet-standard/base';
import bs58 from 'bs58';
import { chainOf } from '../../shared/chain/chain-of';
import type { SolanaWallet } from '../../shared/chain/wallets';
import { buildTransfer, type Transfer } from './build-transfer';
import { confirmTransfer } from './confirm-transfer';
import type { DepositSettings } from './deposit.api';

const RPC_DEADLINE_MS = 15_000;
/** Number of the system program's instruction with which a transaction of a durable nonce begins. */
const ADVANCE_NONCE_ACCOUNT = 4;

export interface Sending {
  wallet: SolanaWallet;
  account: WalletAccount;
  settings: DepositSettings;
  nano: bigint;
  /** Called at the beginning of each step. */
  onStep: (step: 'sign' | 'send' | 'confirm') => void;
}

/**
 * Sends LIKE from the wallet to Likewell, and waits until the chain has confirmed it; returns the signature.
 * @throws Error with the message of the wallet or the chain
 */
export async function sendLike({ wallet, account, settings, nano, onStep }: Sending): Promise<string> {
  const connection = new Connection(settings.rpcUrl, { commitment: 'confirmed', fetch: fetchInTime });
  const chain = await chainOf(connection);
  const transfer = await buildTransfer(connection, new PublicKey(account.address), settings, nano);
  onStep('sign');
  const onSend = () => onStep('send');
  const { signature, signed } = await send({ connection, chain, wallet, account, transfer, onSend });
  onStep('confirm');
  await confirmTransfer(connection, signature, await lastBlockOf(connection, transfer, signed), signed);
  return signature;
}

/**
 * Returns the last block that may include the transfer as the wallet has signed it, which may be with a newer
 * blockhash than the page's; what a wallet sends by itself the page does not see. Infinity where that is not known,
 * or where a durable nonce makes it valid until its nonce is used
 * (https://solana.com/docs/core/transactions/durable-nonces).
 */
async function lastBlockOf(
  connection: Connection,
  { blockhash, lastValidBlockHeight }: Transfer,
  signed: Uint8Array | null,
): Promise<number> {
  const message = signed && VersionedTransaction.deserialize(signed).message;
  if (message?.recentBlockhash === blockhash) return lastValidBlockHeight;
  if (message && hasDurableNonce(message)) return Infinity;
  // Asked only now, so that the wallet's blockhash is not newer.
  const latest = await connection.getLatestBlockhash().catch(() => null);
  return latest?.lastValidBlockHeight ?? Infinity;
}

function hasDurableNonce({ compiledInstructions: [first], staticAccountKeys }: VersionedMessage): boolean {
  const program = first && staticAccountKeys[first.programIdIndex];
  return program?.equals(SystemProgram.programId) === true && first?.data[0] === ADVANCE_NONCE_ACCOUNT;
}

/** Lets the wallet sign, and sends by our own RPC; a wallet that can only send by itself does so. */
async function send({
  connection,
  chain,
  wallet,
  account,
  transfer: { transaction },
  onSend,
}: Pick<Sending, 'wallet' | 'account'> & {
  connection: Connection;
  chain: SolanaChain;
  transfer: Transfer;
  onSend: () => void;
}): Promise<{ signature: string; signed: Uint8Array | null }> {
  const features = wallet.features as Partial<
    SolanaSignTransactionFeature & SolanaSignAndSendTransactionFeature
  >;
  const [signs, sends] = [features[SolanaSignTransaction], features[SolanaSignAndSendTransaction]];
  if (signs) {
    const known = wallet.chains.includes(chain) ? { chain } : {};
    const [output] = await signs.signTransaction({ account, transaction, ...known });
    if (!output) throw new Error(`${wallet.name} did not sign.`);
    const signed = output.signedTransaction;
    const signature = signatureOf(signed);
    onSend();
    const options = { preflightCommitment: 'confirmed' } as const;
    await connection.sendRawTransaction(signed, options).catch(throwIfRejected);
    return { signature, signed };
  }
  if (!sends) throw new Error(`${wallet.name} cannot send tokens. Please use another wallet.`);
  const [output] = await sends.signAndSendTransaction({ account, transaction, chain });
  if (!output) throw new Error(`${wallet.name} did not send anything.`);
  onSend();
  return { signature: bs58.encode(output.signature), signed: null };
}

/**
 * Returns the first signature of a signed transaction, which identifies it on the chain, whether
 * or not the node responds.
 */
function signatureOf(signed: Uint8Array): string {
  const [signature] = VersionedTransaction.deserialize(signed).signatures;
  if (!signature) throw new Error('The wallet did not sign.');
  return bs58.encode(signature);
}

/**
 * Throws the reason for which a node has rejected a transfer before it passed it on, without the logs of its
 * programs. In other cases (no response, another error of a provider, a response not from the node, or a
 * transfer that it already has) the chain may include the transfer, and sending another one could pay twice.
 */
function throwIfRejected(error: unknown): void {
  if (!(error instanceof SendTransactionError)) return;
  const reason = error.transactionError.message;
  if (!/^transaction simulation failed/i.test(reason) || /already been processed/i.test(reason)) return;
  const known = REASONS.find(([pattern]) => pattern.test(reason));
  throw new Error(
    known?.[1] ?? `Solana refused the transfer. Your LIKE stays in your wallet. It said: ${reason}`,
  );
}

/** Reasons of a node for which there is something to do, and what to tell people. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [
    /no record of a prior credit|insufficient (lamports|funds for (fee|rent))/i,
    'There is not enough SOL in this wallet for the fee of the network.',
  ],
  // A transfer is valid for 150 blocks, about half a minute; a wallet may show it for longer.
  [/blockhash not found/i, 'It took too long to sign, so nothing was sent. Please try again.'],
];

/** Every request to the chain has a timeout. */
const fetchInTime: typeof fetch = (input, init) =>
  fetch(input, { ...init, signal: AbortSignal.timeout(RPC_DEADLINE_MS) });
