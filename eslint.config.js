import jest from 'eslint-plugin-jest';
import tseslint from 'typescript-eslint';

/** Forbids imports that would turn a dependency round (see "Where things live" in the README). */
const forbid = (...patterns) => ({
  'no-restricted-imports': ['error', { patterns }],
});

const AWS_SDK = { group: ['@aws-sdk/*', '@smithy/*'], message: 'Only shared/platform talks to AWS.' };
const INFRASTRUCTURE = {
  group: ['**/lib/**', '**/bin/**', 'aws-cdk-lib', 'aws-cdk-lib/*', 'constructs'],
  message: 'What runs in a Lambda never imports infrastructure.',
};
const FUNCTIONS = { group: ['**/functions/**'], message: 'Dependencies point one way: functions -> shared.' };
/**
 * Time zones are those of the release that `shared/time-zones` has, never those of the Node.js or browser that happens to
 * run: see docs/decisions/time-zones-are-pinned.md.
 */
const TIME_ZONES = [
  'MemberExpression[object.name="Intl"][property.name=/^(DateTimeFormat|supportedValuesOf)$/]',
  'CallExpression[callee.property.name=/^(toLocaleDateString|toLocaleTimeString|getTimezoneOffset|setZone|toLocal)$/]',
  'CallExpression[callee.property.name=/^(get|set)(FullYear|Month|Date|Day|Hours|Minutes)$/]',
  'ImportDeclaration[source.value="luxon"] ImportSpecifier[imported.name!="DateTime"]',
  'CallExpression[callee.object.name="DateTime"][callee.property.name=/^(now|local)$/]',
  'Property[key.name="zone"][value.type="Literal"][value.value!="utc"]',
].map((selector) => ({ selector, message: 'Only shared/time-zones knows the clocks of zones.' }));
/** What a handler gets has its table bound to the account; the platform of the process has not. */
const UNBOUND_PLATFORM = {
  selector: 'CallExpression[callee.name=/^get\\w*Platform$/][arguments.length=0]',
  message: 'Use the platform of the request: its table is bound to the account.',
};
const TESTS = { group: ['**/test/**'], message: 'Tests are imported by nothing but tests.' };

export default tseslint.config(
  {
    ignores: [
      'node_modules/',
      'cdk.out/',
      'console/dist/',
      '.local/',
      'coverage/',
      '**/generated/',
      '.cache/',
    ],
  },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      // A program for each project takes a third less time here than the service that editors ask.
      parserOptions: {
        project: ['./tsconfig.json', './console/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/prefer-nullish-coalescing': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/require-await': 'off',
      'no-console': 'error',
      eqeqeq: 'error',
    },
  },
  {
    files: ['shared/**/*.ts'],
    ignores: ['shared/platform/**'],
    rules: forbid(AWS_SDK, INFRASTRUCTURE, FUNCTIONS, TESTS),
  },
  {
    files: ['shared/platform/**/*.ts'],
    rules: forbid(INFRASTRUCTURE, FUNCTIONS, TESTS),
  },
  {
    files: ['console/src/**/*.{ts,tsx}'],
    rules: forbid(AWS_SDK, INFRASTRUCTURE, FUNCTIONS, TESTS, {
      regex:
        '/shared/(?!http/generated/api$|content/|time-zones/|audience/import/column-aliases$|campaigns/timing/describe-duration$)',
      message:
        'The console shares the types of the API, the rules of texts, time zones, words for durations and the names of columns; all else it asks the service.',
    }),
  },
  {
    files: ['{shared,functions,lib,bin}/**/*.ts', 'console/src/**/*.{ts,tsx}'],
    rules: { 'no-restricted-syntax': ['error', ...TIME_ZONES] },
  },
  // The zone that the reader's computer is set to, and languages: dates are formatted as UTC's.
  {
    files: ['console/src/format/{reader-clock,dates}.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['functions/{http,console}/**/*.ts'],
    // Before a session there is no account.
    ignores: ['functions/console/{auth,issuer,start-sign-in,finish-sign-in,sign-out}.ts'],
    rules: { 'no-restricted-syntax': ['error', ...TIME_ZONES, UNBOUND_PLATFORM] },
  },
  { files: ['functions/**/*.ts'], rules: forbid(AWS_SDK, INFRASTRUCTURE, TESTS) },
  { files: ['lib/**/*.ts', 'bin/**/*.ts'], rules: forbid(TESTS) },
  {
    files: ['bin/**/*.ts', 'lib/local/**/*.ts', 'test/bench/**/*.ts', '.ci/**'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['test/**/*.ts'],
    ...jest.configs['flat/recommended'],
    rules: {
      ...jest.configs['flat/recommended'].rules,
      'jest/no-focused-tests': 'error',
      'jest/no-disabled-tests': 'error',
      'jest/expect-expect': [
        'error',
        { assertFunctionNames: ['expect', 'expect*', '**.expect*', 'fc.assert', '*.hasResourceProperties'] },
      ],
    },
  },
  { files: ['**/*.js', '**/*.mjs'], ...tseslint.configs.disableTypeChecked },
);
