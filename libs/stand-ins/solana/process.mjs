// @ts-check

/** @type {import('../../../libs/stack/topology.mjs').Declaration} */
export const declaration = {
  name: 'solana-stand-in',
  healthPort: 821,
  // On the main stack this is 8899, the default of Solana's tools.
  ports: [819],
  externalUrl: 'SOLANA_RPC_URLS',
  wiring: (stack) => ({ PORT: String(stack.port(819)), DATA_FOLDER: `${stack.state}/solana` }),
  // Final after 32 slots: two and a half seconds.
  settings: { SOLANA_SLOT_MS: '80' },
};
