// @ts-check
// The unit tests of the rules alone, as jest.config.js has them; Stryker runs it in a copy of the checkout.
import config from '../../../jest.config.js';
import { chosenRules } from './rules.mjs';

const [unit] = config.projects;
/** @type {Record<string, unknown>} */
const shared = { ...unit };
delete shared.displayName;

export default {
  ...shared,
  rootDir: '../../..',
  testMatch: chosenRules().flatMap(([, { tests }]) => tests.map((test) => `<rootDir>/${test}.test.ts`)),
};
