// @ts-check

/** @type {import('../../../libs/stack/topology.mjs').Declaration} */
export const declaration = {
  name: 'openai-stand-in',
  healthPort: 17,
  ports: [14],
  secrets: { API_KEY: 'openai.key' },
  wiring: (stack) => ({ PORT: String(stack.port(14)), API_KEY: stack.secret('openai-stand-in.key') }),
  settings: { THINKING_MS: '600' },
};
