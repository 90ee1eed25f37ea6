// @ts-check
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransferCheckedInstruction, getAssociatedTokenAddressSync } from '@solana/spl-token';
import { Connection, Keypair, PublicKey, Transaction, TransactionInstruction } from '@solana/web3.js';
import { callHttp } from '../../../libs/stack/machine/http-call.mjs';
import { chainWiring } from '../../../libs/stack/topology.mjs';

const MEMO_PROGRAM = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
const FUNDS_LIKE = 100_000;
/** A blockhash stands for a minute. */
const BLOCKHASH_MS = 10_000;

/**
 * What a load generator asks for: so many millionths of a LIKE, for whomever the memo names.
 * @typedef {{ mint: string, receivingWallet: string, decimals: number, memo: string, units: number }} Wish
 */

/**
 * A door through which a load generator, which cannot sign, sends LIKE to Likewell on the local chain: POST a
 * {@link Wish} and get `{ signature }` once the node has taken the transaction.
 * @param {import('../../../libs/stack/state/stack.mjs').Stack} stack
 * @returns {Promise<{ url: string, stop: () => void }>}
 */
export async function startFeeder(stack) {
  const rpcUrl = chainWiring(stack).SOLANA_RPC_URLS ?? '';
  const connection = new Connection(rpcUrl, 'confirmed');
  const payer = Keypair.generate();
  await fund(connection, rpcUrl, payer.publicKey);
  let blockhash = '';
  let until = 0;
  let sent = 0;

  const send = async (/** @type {Wish} */ wish) => {
    if (until < Date.now()) {
      until = Date.now() + BLOCKHASH_MS;
      ({ blockhash } = await connection.getLatestBlockhash('finalized'));
    }
    const raw = signTransfer(payer, wish, blockhash, (sent += 1));
    return { signature: await connection.sendRawTransaction(raw, { skipPreflight: true }) };
  };
  const server = createServer((request, response) => {
    text(request)
      .then((body) => send(JSON.parse(body)))
      .then((result) => response.end(JSON.stringify(result)))
      .catch((error) => response.writeHead(502).end(String(error)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${address.port}/`, stop: () => void server.close() };
}

/**
 * @param {Keypair} payer
 * @param {Wish} wish
 * @param {string} blockhash
 * @param {number} number two equal wishes would be one transaction
 */
function signTransfer(payer, { mint: mintText, receivingWallet, decimals, memo, units }, blockhash, number) {
  const mint = new PublicKey(mintText);
  const [from, to] = [payer.publicKey, new PublicKey(receivingWallet)].map((wallet) =>
    getAssociatedTokenAddressSync(mint, wallet),
  );
  if (!from || !to) throw new Error('two wallets have two accounts');
  const note = (/** @type {string} */ words) =>
    new TransactionInstruction({ programId: MEMO_PROGRAM, keys: [], data: Buffer.from(words) });
  const transaction = new Transaction({ feePayer: payer.publicKey, recentBlockhash: blockhash }).add(
    createTransferCheckedInstruction(from, mint, to, payer.publicKey, units, decimals),
    note(memo),
    note(`load ${number}`),
  );
  transaction.sign(payer);
  return transaction.serialize();
}

/** @param {Connection} connection @param {string} rpcUrl @param {PublicKey} address */
async function fund(connection, rpcUrl, address) {
  const params = [address.toBase58(), FUNDS_LIKE];
  const call = { jsonrpc: '2.0', id: 1, method: 'likewell_faucet', params };
  const { result, error } = (await callHttp(rpcUrl, { json: call })).body;
  if (!result) throw new Error(`The faucet gave nothing: ${error?.message ?? error}`);
  for (;;) {
    const { value } = await connection.getSignatureStatuses([result.signature]);
    if (value[0]?.confirmationStatus === 'finalized') return;
    await sleep(50);
  }
}
