const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
/** With a lower balance the wallet is filled again. */
const ENOUGH_LIKE = 500;
const GIFT_LIKE = 1000;
const DEADLINE_MS = 10_000;
const LOOK_EVERY_MS = 250;
/**
 * The chain confirms within a second or two. If the gift has not arrived by then, the deposit
 * itself fails with a message.
 */
const ARRIVES_WITHIN_MS = 20_000;

interface TokenAccounts {
  value: { account: { data: { parsed: { info: { tokenAmount: { uiAmount: number | null } } } } } }[];
}

/**
 * Requests LIKE, and SOL for fees, from the laptop's Solana when this address has little, and waits until
 * they have arrived.
 * @throws Error with the text of its response
 */
export async function fillPurse(rpcUrl: string, address: string): Promise<void> {
  if ((await likeOf(rpcUrl, address)) >= ENOUGH_LIKE) return;
  await ask(rpcUrl, 'likewell_faucet', [address, GIFT_LIKE]);
  const giveUpAt = Date.now() + ARRIVES_WITHIN_MS;
  while ((await likeOf(rpcUrl, address)) < ENOUGH_LIKE && Date.now() < giveUpAt) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** Returns the confirmed LIKE balance of this address. */
async function likeOf(rpcUrl: string, address: string): Promise<number> {
  const owned = await ask<TokenAccounts>(rpcUrl, 'getTokenAccountsByOwner', [
    address,
    { programId: TOKEN_PROGRAM },
    { encoding: 'jsonParsed', commitment: 'confirmed' },
  ]);
  return Math.max(0, ...owned.value.map(({ account }) => account.data.parsed.info.tokenAmount.uiAmount ?? 0));
}

async function ask<Result>(rpcUrl: string, method: string, params: unknown[]): Promise<Result> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  const body = (await response.json()) as { result: Result; error?: { message: string } };
  if (body.error) throw new Error(body.error.message);
  return body.result;
}
