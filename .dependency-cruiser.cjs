/** Who may import whom (ARCHITECTURE, section 2). */
const service = '^services/([^/]+)/';
const kit = '^libs/service-kit/';
const contracts = '^libs/contracts/';
const kernel = `${contracts}src/kernel/`;
const tests = '(\\.test\\.ts|/test/|/e2e/)';
const ours = '^(libs|services|gateway|web)/';

const forbid = (name, from, to) => ({ name, severity: 'error', from, to });

module.exports = {
  forbidden: [
    forbid('no-circles', {}, { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } }),
    forbid('no-unresolved', { path: ours }, { couldNotResolve: true }),

    forbid('kernel-stands-alone', { path: kernel, pathNot: tests }, { path: ours, pathNot: kernel }),
    forbid('contracts-know-contracts-only', { path: contracts }, { path: ours, pathNot: contracts }),
    forbid(
      'services-contracts-do-not-know-the-gateway',
      { path: contracts, pathNot: `${contracts}src/gateway/` },
      { path: `${contracts}src/gateway/` },
    ),
    forbid('kit-has-no-domain-noun', { path: `${kit}src/` }, { path: ours, pathNot: [kernel, kit] }),

    forbid(
      'a-service-is-an-island',
      { path: `${service}src/` },
      { path: ours, pathNot: ['^services/$1/src/', `${kit}src/`, contracts] },
    ),
    forbid(
      'a-stand-in-knows-the-kit-only',
      { path: '^libs/stand-ins/([^/]+)/', pathNot: tests },
      { path: ours, pathNot: ['^libs/stand-ins/$1/', `${kit}src/`] },
    ),
    forbid(
      'stand-ins-are-for-tests-and-laptops',
      { path: ours, pathNot: [tests, '^libs/(stand-ins|testing)/'] },
      { path: '^libs/stand-ins/' },
    ),
    forbid('services-do-not-know-the-edge', { path: service }, { path: `${contracts}src/gateway/` }),
    forbid(
      'domain-is-pure',
      { path: '^services/[^/]+/src/domain/' },
      { path: '^services/[^/]+/src/(handlers|storage)/' },
    ),
    forbid('storage-knows-no-handler', { path: '^services/[^/]+/src/storage/' }, { path: '/src/handlers/' }),
    forbid(
      'handlers-do-not-call-each-other',
      { path: '^services/[^/]+/src/handlers/([^/]+)' },
      { path: '/src/handlers/', pathNot: '/src/handlers/$1' },
    ),

    forbid(
      'the-gateway-has-no-database',
      { path: '^gateway/src/' },
      { path: [`${kit}src/(database|events)/`, '^services/', '^web/', '^libs/testing/'] },
    ),
    forbid('routes-stand-on-http', { path: '^gateway/src/http/' }, { path: '^gateway/src/routes/' }),

    forbid(
      'the-page-knows-the-edge-only',
      { path: '^web/' },
      {
        path: '^(libs|services|gateway)/',
        pathNot: [kernel, `${contracts}src/gateway/`, `${contracts}dist/(kernel|gateway)/`],
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
      'tests-stay-in-tests',
      { path: ours, pathNot: [tests, '^libs/testing/', '\\.config\\.(js|ts)$', '^web/src/test-'] },
      { path: ['^libs/testing/', tests] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|dist-nginx)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.walls.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
