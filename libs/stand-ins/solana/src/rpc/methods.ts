import { accountMethods } from './account-methods.js';
import { clusterMethods } from './cluster-methods.js';
import { faucetMethods } from './faucet-methods.js';
import { getTransaction } from './get-transaction.js';
import type { Method } from './method.js';
import { sendTransaction } from './send-transaction.js';
import { signatureMethods } from './signature-methods.js';
import { tokenMethods } from './token-methods.js';

/** Every method that this node knows. */
export const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>(
  Object.entries({
    ...accountMethods,
    ...tokenMethods,
    ...clusterMethods,
    ...signatureMethods,
    ...faucetMethods,
    getTransaction,
    sendTransaction,
  }),
);
