import eslint from '@eslint/js';
import jsxA11y from 'eslint-plugin-jsx-a11y-x';
import playwright from 'eslint-plugin-playwright';
import reactHooks from 'eslint-plugin-react-hooks';
import testingLibrary from 'eslint-plugin-testing-library';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['**/dist/**', '**/dist-nginx/**', '**/node_modules/**'] },
  eslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    // Rules that ask for types are oxlint's (.oxlintrc.json).
    extends: [tseslint.configs.strict, tseslint.configs.stylistic],
    // As the back end is compiled: a class that only a decorated constructor names is there at run time.
    languageOptions: { parserOptions: { emitDecoratorMetadata: true, experimentalDecorators: true } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_|^\\$' },
      ],
      // Nest's modules are classes without members.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
      eqeqeq: 'error',
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['**/test/**/*.ts', '**/*.test.{ts,tsx}', '**/e2e/**/*.ts', 'libs/testing/src/**/*.ts'],
    rules: { 'max-lines': 'off' },
  },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended, jsxA11y.configs.recommended],
    rules: {
      // Speaks of the React Compiler, which the page is not built with.
      'react-hooks/incompatible-library': 'off',
      'no-restricted-properties': [
        'error',
        {
          object: 'AbortSignal',
          property: 'any',
          message: 'The oldest browsers that the page is built for have none (ADR 0183).',
        },
      ],
    },
  },
  {
    files: ['web/src/**/*.tsx'],
    ignores: ['web/src/shared/ui/status.tsx', 'web/src/**/*.test.tsx'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "JSXAttribute[name.name='role'][value.value='status']",
          message:
            'Use Status of shared/ui, which stands beside what comes and goes: only then is it read out.',
        },
        {
          selector: "JSXAttribute[name.name='aria-busy']",
          message:
            'Say in a Status that something loads: screen readers leave out what is busy, with all that is in it.',
        },
      ],
    },
  },
  {
    files: ['web/src/**/*.test.{ts,tsx}'],
    extends: [testingLibrary.configs['flat/react']],
  },
  {
    files: ['web/e2e/**/*.ts'],
    ignores: ['web/e2e/spec-checklist/**'],
    extends: [playwright.configs['flat/recommended']],
    rules: {
      'playwright/expect-expect': [
        'error',
        { assertFunctionNames: ['credited', 'expectNoViolations', 'signInWithGoogle'] },
      ],
      // Screens and failures are data, each with its own way to be waited for.
      'playwright/no-standalone-expect': 'off',
      'playwright/no-conditional-in-test': 'off',
      'playwright/no-conditional-expect': 'off',
      // That nothing more happens is only known after a while.
      'playwright/no-networkidle': 'off',
      'playwright/no-wait-for-timeout': 'off',
    },
  },
  {
    files: ['**/*.config.{js,ts}'],
    rules: { 'no-restricted-exports': 'off' },
  },
  {
    files: ['**/*.{mjs,cjs,js}'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'process',
          'console',
          'fetch',
          'URL',
          'Blob',
          'FormData',
          'AbortSignal',
          'AbortController',
          'setTimeout',
          'clearTimeout',
          'setInterval',
          'clearInterval',
          'Buffer',
          'module',
          'performance',
        ].map((name) => [name, 'readonly']),
      ),
    },
    rules: { 'no-unused-vars': ['error', { argsIgnorePattern: '^_' }], eqeqeq: 'error' },
  },
);
