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
    'AI_DAILY_BUDGET_USD',
    'AI_INPUT_USD_PER_MILLION',
    'AI_OUTPUT_USD_PER_MILLION',
  ],
};

/**
 * OpenAI itself, or whoever else speaks its protocol, where somebody has given a key; the stand-in otherwise, with
 * whatever address: the two belong together.
 * @type {import('../../libs/stack/topology.mjs').Wiring}
 */
function openAiWiring(stack, { urlOf }) {
  if (stack.env.OPENAI_API_KEY) return {};
  return {
    OPENAI_API_KEY: stack.secret('openai-stand-in.key'),
    OPENAI_BASE_URL: `${urlOf(stack, 'openai-stand-in')}/v1`,
  };
}
