const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
/** With less the purse is filled again. */
const ENOUGH_LIKE = 500;
const GIFT_LIKE = 1000;
const DEADLINE_MS = 10_000;
const LOOK_EVERY_MS = 250;
/** The chain confirms within a second or two; a gift that has not come by then is told by the deposit itself. */
const ARRIVES_WITHIN_MS = 20_000;

interface TokenAccounts {
  value: { account: { data: { parsed: { info: { tokenAmount: { uiAmount: number | null } } } } } }[];
}

/**
 * Asks the laptop's Solana for LIKE, and SOL for fees, when this address has little, and waits until they are there.
 * @throws Error with its response
 */
export async function fillPurse(rpcUrl: string, address: string): Promise<void> {
  if ((await likeOf(rpcUrl, address)) >= ENOUGH_LIKE) return;
  await ask(rpcUrl, 'likewell_faucet', [address, GIFT_LIKE]);
  const giveUpAt = Date.now() + ARRIVES_WITHIN_MS;
  while ((await likeOf(rpcUrl, address)) < ENOUGH_LIKE && Date.now() < giveUpAt) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** The LIKE of this address that the chain has confirmed. */
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
