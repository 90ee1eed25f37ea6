// @ts-check

/** @type {import('../../libs/stack/topology.mjs').Declaration} */
export const declaration = {
  name: 'ai-drafting',
  schema: 'ai_drafting',
  healthPort: 12,
  uses: ['bus', 'outside'],
  secrets: { ACTOR_PUBLIC_KEYS: 'actor/public', OPENAI_API_KEY: 'openai.key' },
  wiring: openAiWiring,
  passes: [
    'OPENAI_API_KEY',
    'OPENAI_BASE_URL',
    'OPENAI_MODEL',
    'OPENAI_REASONING_EFFORT',
    'AI_DAILY_BUDGET_USD',
    'AI_INPUT_USD_PER_MILLION',
    'AI_OUTPUT_USD_PER_MILLION',
  ],
};

/**
 * Uses OpenAI, or another provider with the same protocol, when a key is given; otherwise the stand-in,
 * whatever the address is: key and address belong together.
 * @type {import('../../libs/stack/topology.mjs').Wiring}
 */
function openAiWiring(stack, { urlOf }) {
  if (stack.env.OPENAI_API_KEY) return {};
  return {
    OPENAI_API_KEY: stack.secret('openai-stand-in.key'),
    OPENAI_BASE_URL: `${urlOf(stack, 'openai-stand-in')}/v1`,
  };
}
