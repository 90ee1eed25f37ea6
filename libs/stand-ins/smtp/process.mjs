// @ts-check

/** @type {import('../../../libs/stack/topology.mjs').Declaration} */
export const declaration = {
  name: 'smtp-stand-in',
  healthPort: 22,
  // SMTP; the mails as a web page are on the next port.
  ports: [20, 21],
  externalUrl: 'SMTP_URL',
  wiring: (stack) => ({
    PORT: String(stack.port(20)),
    WEB_PORT: String(stack.port(21)),
    DATA_FOLDER: `${stack.state}/mails`,
  }),
  settings: { REPLY_MS: '20' },
};
