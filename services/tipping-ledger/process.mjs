// @ts-check

/** @type {import('../../libs/stack/topology.mjs').Declaration} */
export const declaration = {
  name: 'tipping-ledger',
  schema: 'tipping_ledger',
  healthPort: 8,
  uses: ['bus'],
  secrets: { ACTOR_PUBLIC_KEYS: 'actor/public', CURSOR_SECRET: 'tipping-ledger.cursor' },
  wiring: (stack) => ({ CURSOR_SECRET: stack.secret('tipping-ledger.cursor') }),
  // Everybody on a laptop comes from one network.
  settings: { EPOCH: '1d', BONUSES_PER_NETWORK: '1000000', BONUSES_A_DAY: '1000000' },
};
