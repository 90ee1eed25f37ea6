import { runStandIn } from '@likewell/stand-in-kit/run-stand-in';
import { standInConfig } from './config.js';
import { startSolana } from './start-solana.js';

await runStandIn('solana-stand-in', standInConfig, async (config) => {
  const solana = await startSolana({
    host: config.HOST,
    port: config.PORT,
    folder: config.DATA_FOLDER,
    slotMs: config.SOLANA_SLOT_MS,
  });
  return { close: () => solana.stop(), live: { ledger: () => solana.isSound() } };
});
