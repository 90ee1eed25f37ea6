// @ts-check

/** @type {import('../../libs/stack/topology.mjs').Declaration} */
export const declaration = {
  name: 'giveaway',
  schema: 'giveaway',
  healthPort: 13,
  uses: ['bus', 'outside'],
  secrets: { ACTOR_PUBLIC_KEYS: 'actor/public', CURSOR_SECRET: 'giveaway.cursor' },
  wiring: (stack, { urlOf }) => ({
    CURSOR_SECRET: stack.secret('giveaway.cursor'),
    // Real blocks where BITCOIN_SOURCES is set, the stand-in's otherwise.
    BITCOIN_SOURCES: stack.env.BITCOIN_SOURCES || urlOf(stack, 'bitcoin-stand-in'),
  }),
  passes: ['BITCOIN_SOURCES'],
};
