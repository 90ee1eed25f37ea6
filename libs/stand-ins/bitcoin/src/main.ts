import { runStandIn } from '@likewell/stand-in-kit/run-stand-in';
import { Chain } from './chain.js';
import { standInConfig } from './config.js';
import { BitcoinStandIn } from './stand-in.js';
import { Timetable } from './timetable.js';

await runStandIn('bitcoin-stand-in', standInConfig, async ({ BLOCK_SECONDS, HOST, PORT }) => {
  const chain = new Chain();
  const timetable = new Timetable(chain, BLOCK_SECONDS);
  const catchUp = () => timetable.catchUp(Date.now() / 1000);
  catchUp();
  const explorer = new BitcoinStandIn(chain, catchUp);
  await explorer.listen(PORT, HOST);
  return explorer;
});
