import { runStandIn, standInVariables } from '@likewell/stand-in-kit/run-stand-in';
import { PriceStandIn } from './price-stand-in.js';

await runStandIn('price-stand-in', standInVariables, async ({ HOST, PORT }) => {
  const prices = new PriceStandIn();
  await prices.listen(PORT, HOST);
  return prices;
});
