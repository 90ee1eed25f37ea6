import { CreateDeposits1763900000000 } from './1763900000000-create-deposits.js';
import { CreatePrices1763900100000 } from './1763900100000-create-prices.js';

/** In the order in which they run. */
export const migrations = [CreateDeposits1763900000000, CreatePrices1763900100000];
