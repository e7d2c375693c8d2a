import { defineConfig } from 'oxlint';

const AWS_SDK = { group: ['@aws-sdk/*', '@smithy/*'], message: 'Only shared/platform talks to AWS.' };
const INFRASTRUCTURE = {
  group: ['**/lib/**', '**/bin/**', 'aws-cdk-lib', 'aws-cdk-lib/*', 'constructs'],
  message: 'What runs in a Lambda never imports infrastructure.',
};
const FUNCTIONS = { group: ['**/functions/**'], message: 'Dependencies point one way: functions -> shared.' };
const TESTS = { group: ['**/test/**'], message: 'Tests are imported by nothing but tests.' };
const CONSOLE = {
  group: [
    '**/shared/**',
    '!**/shared/http/generated/api',
    '!**/shared/http/generated/console-api',
    '!**/shared/accounts/account-settings',
    '!**/shared/content/**',
    '!**/shared/time-zones/**',
    '!**/shared/countries/country-code',
    '!**/shared/audience/contacts/state-code',
    '!**/shared/audience/contacts/time-zone-names',
    '!**/shared/limits',
    '!**/shared/calendar/calendar-day',
    '!**/shared/calendar/hours',
    '!**/shared/text/fold-name',
    '!**/shared/audience/import/column-aliases',
    '!**/shared/audience/import/column-names',
    '!**/shared/audience/import/formula-cell',
    '!**/shared/campaigns/timing/describe-duration',
    '!**/shared/campaigns/timing/legal-hours',
    '!**/registrations/check-field',
    '!**/registrations/denial-reasons',
    '!**/registrations/draft-registration',
  ],
  message:
    'The console shares the types of the API, the table of account settings, the rules of texts, time zones, days of the calendar, the codes of countries and states, the limits, the folding of names, words for durations, the legal hours, the names of columns, the marks of cells that look like formulas, and drafts of registrations with the advice on denials; all else it asks the service.',
};

/** Forbids imports that would turn a dependency round (see "Where things live" in the README). */
const forbid = (...patterns) => ({ 'no-restricted-imports': ['error', { patterns }] });

const inPlugin = (plugin, names) => Object.fromEntries(names.map((name) => [`${plugin}/${name}`, 'error']));

/** What typescript-eslint calls `recommendedTypeChecked`, and three more. */
const TYPESCRIPT = {
  ...inPlugin('typescript', [
    'await-thenable',
    'ban-ts-comment',
    'no-array-delete',
    'no-base-to-string',
    'no-duplicate-enum-values',
    'no-duplicate-type-constituents',
    'no-empty-object-type',
    'no-explicit-any',
    'no-extra-non-null-assertion',
    'no-floating-promises',
    'no-for-in-array',
    'no-implied-eval',
    'no-misused-new',
    'no-misused-promises',
    'no-namespace',
    'no-non-null-asserted-optional-chain',
    'no-redundant-type-constituents',
    'no-require-imports',
    'no-this-alias',
    'no-unnecessary-type-assertion',
    'no-unnecessary-type-constraint',
    'no-unsafe-argument',
    'no-unsafe-assignment',
    'no-unsafe-call',
    'no-unsafe-declaration-merging',
    'no-unsafe-enum-comparison',
    'no-unsafe-function-type',
    'no-unsafe-member-access',
    'no-unsafe-return',
    'no-unsafe-unary-minus',
    'no-wrapper-object-types',
    'only-throw-error',
    'prefer-as-const',
    'prefer-namespace-keyword',
    'prefer-promise-reject-errors',
    'restrict-plus-operands',
    'restrict-template-expressions',
    'triple-slash-reference',
    'unbound-method',
  ]),
  'typescript/consistent-type-imports': 'error',
  'typescript/prefer-nullish-coalescing': 'error',
  'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
};

/** What eslint-plugin-jest recommends. */
const JEST = {
  ...inPlugin('jest', [
    'no-alias-methods',
    'no-commented-out-tests',
    'no-conditional-expect',
    'no-deprecated-functions',
    'no-disabled-tests',
    'no-done-callback',
    'no-export',
    'no-focused-tests',
    'no-identical-title',
    'no-interpolation-in-snapshots',
    'no-jasmine-globals',
    'no-mocks-import',
    'no-standalone-expect',
    'no-test-prefixes',
    'valid-describe-callback',
    'valid-expect',
    'valid-expect-in-promise',
    'valid-title',
  ]),
  'jest/expect-expect': [
    'error',
    { assertFunctionNames: ['expect', 'expect*', '**.expect*', 'fc.assert', '*.hasResourceProperties'] },
  ],
};

export default defineConfig({
  plugins: ['typescript', 'jest'],
  jsPlugins: ['./.ci/lint-rules.js'],
  options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['cdk.out/', 'console/dist/', '.local/', 'coverage/', '**/generated/', '.cache/'],
  // Each rule is named: what a release of oxlint adds to its categories changes nothing here.
  categories: { correctness: 'off' },
  rules: {
    'no-array-constructor': 'error',
    'no-unused-expressions': 'error',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    'no-var': 'error',
    'prefer-const': 'error',
    'prefer-rest-params': 'error',
    'prefer-spread': 'error',
    'no-console': 'error',
    eqeqeq: 'error',
  },
  overrides: [
    { files: ['**/*.{ts,tsx}'], rules: TYPESCRIPT },
    { files: ['shared/**/*.ts'], rules: forbid(AWS_SDK, INFRASTRUCTURE, FUNCTIONS, TESTS) },
    { files: ['shared/platform/**/*.ts'], rules: forbid(INFRASTRUCTURE, FUNCTIONS, TESTS) },
    {
      files: ['console/src/**/*.{ts,tsx}'],
      rules: forbid(AWS_SDK, INFRASTRUCTURE, FUNCTIONS, TESTS, CONSOLE),
    },
    {
      files: ['{shared,functions,lib,bin}/**/*.ts', 'console/src/**/*.{ts,tsx}'],
      rules: { 'own/pinned-time-zones': 'error' },
    },
    // The zone that the reader's computer is set to, and languages: dates are formatted as UTC's.
    {
      files: ['console/src/format/{reader-clock,dates}.ts'],
      rules: { 'own/pinned-time-zones': 'off' },
    },
    { files: ['functions/{http,console}/**/*.ts'], rules: { 'own/bound-platform': 'error' } },
    // Before a session there is no account.
    {
      files: ['functions/console/{auth,issuer,start-sign-in,finish-sign-in,sign-out,end-at-issuer}.ts'],
      rules: { 'own/bound-platform': 'off' },
    },
    { files: ['functions/**/*.ts'], rules: forbid(AWS_SDK, INFRASTRUCTURE, TESTS) },
    { files: ['lib/**/*.ts', 'bin/**/*.ts'], rules: forbid(TESTS) },
    {
      files: ['bin/**/*.ts', 'lib/local/**/*.ts', 'test/bench/**/*.ts', '.ci/**'],
      rules: { 'no-console': 'off' },
    },
    { files: ['test/**/*.ts'], rules: JEST },
  ],
});
