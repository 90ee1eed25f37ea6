import { runStandIn } from '@likewell/stand-in-kit/run-stand-in';
import { standInConfig } from './config.js';
import { OpenAiStandIn } from './provider.js';

await runStandIn('openai-stand-in', standInConfig, async ({ API_KEY, THINKING_MS, HOST, PORT }) => {
  const provider = new OpenAiStandIn(API_KEY, THINKING_MS);
  await provider.listen(PORT, HOST);
  return provider;
});
