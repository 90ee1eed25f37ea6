// @ts-check

/** @type {import('../../libs/stack/topology.mjs').Declaration} */
export const declaration = {
  name: 'tipping-ledger',
  schema: 'tipping_ledger',
  healthPort: 8,
  uses: ['bus'],
  secrets: { ACTOR_PUBLIC_KEYS: 'actor/public', CURSOR_SECRET: 'tipping-ledger.cursor' },
  wiring: (stack) => ({ CURSOR_SECRET: stack.secret('tipping-ledger.cursor') }),
  settings: { EPOCH: '1d' },
};
