// @ts-check

/** @type {import('../../../libs/stack/topology.mjs').Declaration} */
export const declaration = {
  name: 'google-stand-in',
  healthPort: 10,
  ports: [9],
  secrets: { CLIENT_SECRET: 'google.client' },
  wiring: (stack, { siteOrigins }) => ({
    PORT: String(stack.port(9)),
    CLIENT_ID: 'likewell-on-this-machine',
    CLIENT_SECRET: stack.secret('google-stand-in.client'),
    REDIRECT_URIS: siteOrigins(stack)
      .split(',')
      .map((origin) => `${origin}/api/auth/google/callback`)
      .join(','),
  }),
};
