// Pure functions that decide about money and access. Each file has its unit test beside it.

/** @type {Record<string, string[]>} */
export const RULES = {
  ledger: [
    'libs/contracts/src/core/money.ts',
    'services/tipping-ledger/src/tips/{take-batch,tip}.ts',
    'services/tipping-ledger/src/audit/audit-budget.ts',
  ],
  "the watcher's judge": [
    'services/wallet-chain-watcher/src/deposits/{judge-deposit,deposit-memo}.ts',
    'services/wallet-chain-watcher/src/reconciliation/reconciliation.ts',
  ],
  draw: ['services/giveaway/src/{draws/draw,bitcoin/choose-block}.ts'],
  session: [
    'libs/contracts/src/auth/session-cache.ts',
    'libs/service-kit/src/redis/sealed-values.ts',
    'libs/service-kit/src/database/cursor.ts',
  ],
  limits: ['gateway/src/request/{sliding-window,networks}.ts'],
};

/** @returns {[string, string[]][]} the rules that LIST names, or all */
export const chosenRules = () => {
  const only = process.env.LIST;
  return Object.entries(RULES).filter(([name]) => !only || only.split(',').includes(name));
};

/** Returns the unit test of a file, or the pattern of those of a pattern. */
export const testOf = (/** @type {string} */ file) => file.replace(/\.ts$/, '.test.ts');
