/** Who may import whom (ARCHITECTURE, section 2). */
const service = '^services/([^/]+)/';
const kit = '^libs/service-kit/';
const contracts = '^libs/contracts/';
const core = `${contracts}src/core/`;
const tests = '(\\.test\\.(ts|mjs)|/test/|/e2e/)';
const ours = '^(libs|services|gateway|web)/';
const roles = '\\.(module|controller|events|jobs|service)\\.ts$';

const forbid = (name, from, to) => ({ name, severity: 'error', from, to });

/** Rules that are told by their arguments alone. */
const PURE_RULES = {
  giveaway: [
    'draws/draw',
    'entries/account',
    'giveaways/(calendar|giveaway-status)',
    'bitcoin/(block-header|choose-block)',
  ],
  'tipping-ledger': [
    'tips/(tip|take-batch)',
    'audit/(audit|audit-budget|batch-sizer)',
    'journal/journal-lists',
  ],
  'wallet-chain-watcher': [
    'deposits/(judge-deposit|deposit-memo|signature)',
    'own-accounts/own-accounts',
    'prices/(price-steps|price-responses)',
    'proofs/wallet-proof',
    'reconciliation/reconciliation',
    'solana/(base58|chain-transaction|like-token)',
  ],
};

module.exports = {
  forbidden: [
    forbid('no-circles', {}, { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } }),
    forbid('no-unresolved', { path: ours }, { couldNotResolve: true }),

    forbid('core-stands-alone', { path: core, pathNot: tests }, { path: ours, pathNot: core }),
    forbid('contracts-know-contracts-only', { path: contracts }, { path: ours, pathNot: contracts }),
    forbid(
      'services-contracts-do-not-know-the-gateway',
      { path: contracts, pathNot: `${contracts}src/gateway/` },
      { path: `${contracts}src/gateway/` },
    ),
    forbid('kit-has-no-domain-noun', { path: `${kit}src/` }, { path: ours, pathNot: [core, kit] }),

    forbid(
      'a-service-is-an-island',
      { path: `${service}src/` },
      { path: ours, pathNot: ['^services/$1/src/', `${kit}src/`, contracts] },
    ),
    forbid(
      'a-stand-in-knows-the-kits-only',
      { path: '^libs/stand-ins/([^/]+)/', pathNot: tests },
      { path: ours, pathNot: ['^libs/stand-ins/($1|kit)/', `${kit}src/`] },
    ),
    forbid(
      'stand-ins-are-for-tests-and-laptops',
      { path: ours, pathNot: [tests, '^libs/(stand-ins|testing)/'] },
      { path: '^libs/stand-ins/' },
    ),
    ...Object.entries(PURE_RULES).map(([name, rules]) =>
      forbid(
        `rules-of-${name}-are-pure`,
        { path: `^services/${name}/src/(${rules.join('|')})\\.ts$` },
        { path: [`${kit}src/`, '\\.(module|controller|events|jobs|service|queries|entity)\\.ts$'] },
      ),
    ),
    forbid(
      'commands-are-nobody-s-part',
      { path: '^services/([^/]+)/src/', pathNot: ['^services/[^/]+/src/cli/', tests] },
      { path: '^services/$1/src/cli/' },
    ),
    forbid('services-do-not-know-the-edge', { path: service }, { path: `${contracts}src/gateway/` }),

    forbid(
      'a-noun-keeps-its-inside',
      { path: '^services/([^/]+)/src/([^/]+)/', pathNot: [tests, '^services/[^/]+/src/cli/'] },
      {
        path: '^services/$1/src/[^/]+/[^/]+\\.(controller|events|jobs|queries)\\.ts$',
        pathNot: '^services/$1/src/$2/',
      },
    ),
    // Queries that other nouns may call are in files without a suffix.
    forbid(
      'queries-know-no-use-case',
      {
        path: '^services/[^/]+/src/[^/]+/',
        pathNot: [tests, roles, '^services/[^/]+/src/cli/', '/(draw-runner|chain-judge)\\.ts$'],
      },
      { path: roles },
    ),
    forbid(
      'use-cases-know-no-way-in',
      { path: '^services/[^/]+/src/.+\\.service\\.ts$' },
      { path: '\\.(module|controller|events|jobs)\\.ts$' },
    ),
    forbid(
      'a-client-knows-no-noun',
      { path: '^services/([^/]+)/src/(google|bitcoin|solana)/' },
      { path: '^services/$1/src/[^/]+/', pathNot: '^services/$1/src/$2/' },
    ),

    forbid(
      'the-gateway-has-no-database',
      { path: '^gateway/src/' },
      { path: [`${kit}src/(database|events)/`, '^services/', '^web/', '^libs/testing/'] },
    ),
    forbid(
      'a-request-knows-no-noun',
      { path: '^gateway/src/request/' },
      { path: '^gateway/src/[^/]+/', pathNot: '^gateway/src/request/' },
    ),

    forbid(
      'the-page-knows-the-edge-only',
      { path: '^web/' },
      {
        path: '^(libs|services|gateway)/',
        pathNot: [core, `${contracts}src/gateway/`, `${contracts}dist/(core|gateway)/`],
      },
    ),
    forbid('shared-knows-nobody', { path: '^web/src/shared/' }, { path: '^web/src/(app|routes|features)/' }),
    forbid('features-stand-on-shared', { path: '^web/src/features/' }, { path: '^web/src/(app|routes)/' }),
    forbid(
      'features-never-sideways',
      { path: '^web/src/features/([^/]+)/' },
      { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    ),
    forbid('routes-stand-on-features', { path: '^web/src/routes/' }, { path: '^web/src/app/' }),

    forbid(
      'the-simulation-is-nobody-s-part',
      { path: ours, pathNot: '^libs/simulation/' },
      { path: '^libs/simulation/' },
    ),
    forbid(
      'tests-stay-in-tests',
      {
        path: ours,
        pathNot: [tests, '^libs/(simulation|testing)/', '\\.config\\.(js|ts)$', '^web/src/test-'],
      },
      { path: ['^libs/testing/', tests] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|dist-nginx)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.boundaries.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
