// @ts-check

/** @type {import('../../libs/stack/topology.mjs').Declaration} */
export const declaration = {
  name: 'posts',
  schema: 'posts',
  healthPort: 7,
  uses: ['bus', 'outside'],
  secrets: {
    ACTOR_PUBLIC_KEYS: 'actor/public',
    CURSOR_SECRET: 'posts.cursor',
    MODERATION_API_KEY: 'openai.key',
  },
  wiring: (stack, shared) => ({
    ...moderationWiring(stack, shared),
    CURSOR_SECRET: stack.secret('posts.cursor'),
  }),
  settings: { MODERATION: 'auto' },
  passes: ['BLOCKED_WORDS_FILE', 'MODERATION_MODEL', 'MODERATION_TIMEOUT_MS', 'MODERATION_WHEN_DOWN'],
};

/**
 * Uses the moderation provider when a key is given, otherwise the stand-in for OpenAI. The variables are
 * separate from those for drafts, so that drafts and moderation may have different providers.
 * @type {import('../../libs/stack/topology.mjs').Wiring}
 */
function moderationWiring(stack, { urlOf }) {
  const { MODERATION_API_KEY, MODERATION_BASE_URL } = stack.env;
  if (MODERATION_API_KEY) return { MODERATION_API_KEY, ...(MODERATION_BASE_URL && { MODERATION_BASE_URL }) };
  return {
    MODERATION_API_KEY: stack.secret('openai-stand-in.key'),
    MODERATION_BASE_URL: `${urlOf(stack, 'openai-stand-in')}/v1`,
  };
}
