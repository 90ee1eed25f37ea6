// @ts-check

/** @type {import('../../../libs/stack/topology.mjs').Declaration} */
export const declaration = {
  name: 'bitcoin-stand-in',
  healthPort: 19,
  ports: [16],
  wiring: (stack) => ({ PORT: String(stack.port(16)) }),
  settings: { BLOCK_SECONDS: '150' },
};
