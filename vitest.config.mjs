// @ts-check
import { defineConfig } from 'vitest/config';

const ROOT = import.meta.dirname;
const BACK_END = [
  'libs/contracts',
  'libs/service-kit',
  'libs/testing',
  'libs/stand-ins',
  'services',
  'gateway',
];

/** The libraries, the services and the gateway; the page's tests are configured in its own `vite.config.ts`. */
export default defineConfig({
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  resolve: {
    // Our own packages as they are written, not as they were built.
    alias: [
      {
        find: /^@likewell\/(contracts|service-kit|testing)\/(.*)$/,
        replacement: `${ROOT}/libs/$1/src/$2.ts`,
      },
      { find: /^@likewell\/stand-in-([a-z]+)\/(.*)$/, replacement: `${ROOT}/libs/stand-ins/$1/src/$2.ts` },
    ],
  },
  test: {
    globals: true,
    include: BACK_END.flatMap((folder) => [
      `${folder}/**/src/**/*.test.ts`,
      `${folder}/**/test/**/*.test.ts`,
    ]),
    pool: 'forks',
    // A worker loads NestJS, TypeORM and the kit once, not once a file, which took as long as the tests. No file may count on
    // a module's state of its own.
    isolate: false,
    // What V8 learns of the objects of one file would decide in the next ones which objects are old from the start.
    execArgv: ['--no-allocation-site-pretenuring'],
    // A test that waits for other processes may meet a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
