// General settings of the mutation; `main.mjs` passes the files in the environment.
import { chosenRules } from './rules.mjs';

export default {
  testRunner: 'vitest',
  plugins: [process.env.STRYKER_VITEST_RUNNER ?? ''],
  vitest: {
    configFile: 'libs/testing/mutation-score/vitest.config.mjs',
    // Off, because it follows imports as they are written, which end in .js.
    related: false,
  },
  coverageAnalysis: 'perTest',
  mutate: chosenRules().flatMap(([, files]) => files),
  // Folders that the copy does not need.
  ignorePatterns: ['web', 'docs', 'load-tests', 'monitoring', '**/dist', '**/*.tsbuildinfo'],
  concurrency: 2,
  timeoutMS: 20_000,
  tempDirName: process.env.STRYKER_FOLDER ?? '',
  incremental: false,
  disableTypeChecks: true,
  reporters: ['json', 'progress-append-only'],
  jsonReporter: { fileName: process.env.STRYKER_REPORT ?? '' },
};
