/** Node 20 runs CommonJS under Jest, so our sources and the ES modules among our dependencies pass through swc. */
const common = { target: 'es2023', keepClassNames: true };
const typescript = {
  swcrc: false,
  jsc: {
    ...common,
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
  },
  module: { type: 'commonjs' },
  sourceMaps: 'inline',
};
const javascript = {
  swcrc: false,
  jsc: { ...common, parser: { syntax: 'ecmascript' } },
  module: { type: 'commonjs' },
};

const shared = {
  testEnvironment: 'node',
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^@likewell/(contracts|service-kit|testing)/(.*)$': '<rootDir>/libs/$1/src/$2',
    '^@likewell/stand-in-([a-z]+)/(.*)$': '<rootDir>/libs/stand-ins/$1/src/$2',
    // Its native half is not built (`allowScripts` in package.json), which the other one says at each start.
    '^bigint-buffer$': '<rootDir>/node_modules/bigint-buffer/dist/browser.js',
  },
  transform: { '^.+\\.ts$': ['@swc/jest', typescript], '^.+\\.m?js$': ['@swc/jest', javascript] },
  transformIgnorePatterns: ['/node_modules/(typescript|@swc)/'],
  modulePathIgnorePatterns: ['/dist/'],
};

const backEnd = [
  'libs/contracts',
  'libs/service-kit',
  'libs/testing',
  'libs/stand-ins',
  'services',
  'gateway',
];

export default {
  // A test that waits for other processes may meet a busy machine; Jest takes this for all projects or for none.
  testTimeout: 120_000,
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: backEnd.map((folder) => `<rootDir>/${folder}/**/src/**/*.test.ts`),
    },
    {
      ...shared,
      displayName: 'service',
      testMatch: backEnd.map((folder) => `<rootDir>/${folder}/**/test/**/*.test.ts`),
    },
  ],
};
