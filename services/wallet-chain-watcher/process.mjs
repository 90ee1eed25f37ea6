// @ts-check

/** @type {import('../../libs/stack/topology.mjs').Declaration} */
export const declaration = {
  name: 'wallet-chain-watcher',
  schema: 'wallet_chain_watcher',
  healthPort: 11,
  uses: ['bus', 'cache', 'outside'],
  cacheRules: ['~price:*', '+get', '+set'],
  secrets: { ACTOR_PUBLIC_KEYS: 'actor/public' },
  wiring: (stack, shared) => ({
    ...shared.chainWiring(stack),
    ...pollWiring(stack, shared),
    ...priceWiring(stack, shared),
  }),
  passes: [
    ...['SOLANA_PUBLIC_RPC_URL', 'DEPOSIT_POLL_MS', 'SCAN_INTERVAL_MS'],
    ...['PRICE_API_URL', 'PRICE_API_KEY', 'PRICE_HISTORY_URL', 'PRICE_HISTORY_KEY'],
  ],
};

/**
 * On the chain of this machine nobody minds being asked often.
 * @type {import('../../libs/stack/topology.mjs').Wiring}
 */
function pollWiring({ env }) {
  const { SOLANA_RPC_URLS, DEPOSIT_POLL_MS = '50', SCAN_INTERVAL_MS = '1000' } = env;
  return SOLANA_RPC_URLS ? {} : { DEPOSIT_POLL_MS, SCAN_INTERVAL_MS };
}

/**
 * The price APIs that somebody has named, the stand-in otherwise; never its history beside another's price.
 * @type {import('../../libs/stack/topology.mjs').Wiring}
 */
function priceWiring(stack, { urlOf }) {
  if (stack.env.PRICE_API_URL) return {};
  const standIn = urlOf(stack, 'price-stand-in');
  return {
    PRICE_API_URL: `${standIn}/price/v3`,
    PRICE_HISTORY_URL: `${standIn}/api/v3/coins/solana/contract`,
  };
}
