import { runStandIn } from '@likewell/stand-in-kit/run-stand-in';
import { standInConfig } from './config.js';
import { GoogleStandIn } from './provider.js';

await runStandIn('google-stand-in', standInConfig, async ({ HOST, PORT, ...config }) => {
  const provider = new GoogleStandIn(
    { id: config.CLIENT_ID, secret: config.CLIENT_SECRET, redirectUris: config.REDIRECT_URIS },
    { issuer: config.ISSUER, publicUrl: config.PUBLIC_URL },
  );
  await provider.listen(PORT, HOST);
  return provider;
});
