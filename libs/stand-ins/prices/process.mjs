// @ts-check

/** @type {import('../../../libs/stack/topology.mjs').Declaration} */
export const declaration = {
  name: 'price-stand-in',
  healthPort: 18,
  ports: [15],
  externalUrl: 'PRICE_API_URL',
  wiring: (stack) => ({ PORT: String(stack.port(15)) }),
};
