// Pure functions that decide about money and access, and the unit tests that cover them.

/** @type {Record<string, { files: string[], tests: string[] }>} */
export const RULES = {
  ledger: {
    files: [
      'libs/contracts/src/core/money.ts',
      'services/tipping-ledger/src/tips/{take-batch,tip}.ts',
      'services/tipping-ledger/src/audit/audit-budget.ts',
    ],
    tests: [
      'libs/contracts/src/core/money',
      'services/tipping-ledger/src/tips/{take-batch,tip}',
      'services/tipping-ledger/src/audit/audit-budget',
    ],
  },
  "the watcher's judge": {
    files: [
      'services/wallet-chain-watcher/src/deposits/{judge-deposit,deposit-memo}.ts',
      'services/wallet-chain-watcher/src/reconciliation/reconciliation.ts',
    ],
    tests: [
      'services/wallet-chain-watcher/src/deposits/{judge-deposit,deposit-memo}',
      'services/wallet-chain-watcher/src/reconciliation/reconciliation',
    ],
  },
  draw: {
    files: ['services/giveaway/src/draws/{draw,choose-block}.ts'],
    tests: ['services/giveaway/src/draws/{draw,choose-block}'],
  },
  session: {
    files: [
      'libs/contracts/src/auth/session-cache.ts',
      'libs/service-kit/src/redis/sealed-values.ts',
      'libs/service-kit/src/database/cursor.ts',
    ],
    tests: [
      'libs/contracts/src/auth/session-cache',
      'libs/service-kit/src/redis/sealed-values',
      'libs/service-kit/src/database/cursor',
    ],
  },
  limits: {
    files: ['gateway/src/request/{sliding-window,networks}.ts'],
    tests: ['gateway/src/request/{sliding-window,networks}'],
  },
};

/** @returns {[string, { files: string[], tests: string[] }][]} the rules that LIST names, or all */
export const chosenRules = () => {
  const only = process.env.LIST;
  return Object.entries(RULES).filter(([name]) => !only || only.split(',').includes(name));
};
