// Runs only the unit tests of the rules, with the settings of vitest.config.mjs; Stryker runs it in a copy of
// the checkout.
import { join } from 'node:path';
import { mergeConfig } from 'vitest/config';
import config from '../../../vitest.config.mjs';
import { chosenRules, testOf } from './rules.mjs';

const { test, ...shared } = config;

export default mergeConfig(shared, {
  root: join(import.meta.dirname, '../../..'),
  test: {
    ...test,
    include: chosenRules().flatMap(([, files]) => files.map(testOf)),
  },
});
