import { runStandIn } from '@likewell/stand-in-kit/run-stand-in';
import { standInConfig } from './config.js';
import { SmtpStandIn } from './smtp-stand-in.js';

await runStandIn('smtp-stand-in', standInConfig, async (config) => {
  const { TLS_CERTIFICATE: cert, TLS_KEY: key } = config;
  const standIn = new SmtpStandIn({
    dataFolder: config.DATA_FOLDER,
    replyMs: config.REPLY_MS,
    ...(cert && key && { startTls: { cert, key } }),
  });
  await standIn.listen(config.PORT, config.WEB_PORT, config.HOST);
  return standIn;
});
