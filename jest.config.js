import { availableParallelism } from 'node:os';

// What functions log and measure is nothing that a test run prints; tests that look at it set these themselves.
process.env.POWERTOOLS_LOG_LEVEL ??= 'SILENT';
process.env.POWERTOOLS_METRICS_DISABLED ??= 'true';
// The CDK's own check of templates takes seconds in each process; `npm run synth` has it.
process.env.CDK_VALIDATION ??= 'false';
// What the numbers of erased people are hashed with; deployed it lies in Secrets Manager.
process.env.ERASURE_KEY ??= 'erasure key of the tests';
// What the cursors of lists are sealed with.
process.env.CURSOR_KEY ??= 'cursor key of the tests';

const shared = {
  cacheDirectory: '<rootDir>/.cache/jest',
  testEnvironment: 'node',
  // middy has ES modules only.
  transformIgnorePatterns: ['/node_modules/(?!@middy/)'],
  setupFilesAfterEnv: ['<rootDir>/test/support/run/end-async-storages.js'],
  moduleFileExtensions: ['ts', 'js', 'mjs', 'json', 'node'],
  transform: {
    '^.+\\.(ts|js|mjs)$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
};

/** @type {import('jest').Config} */
export default {
  // For what hangs: no test is measured by it.
  testTimeout: 600_000,
  // Some suites mostly wait: for queues, timers and processes that they start.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  testSequencer: '<rootDir>/test/support/run/longest-first.js',
  projects: [
    {
      ...shared,
      displayName: 'core',
      roots: ['unit', 'property', 'integration', 'stack', 'fault', 'simulate'].map(
        (kind) => `<rootDir>/test/${kind}`,
      ),
      testMatch: ['**/*.test.ts'],
      globalSetup: '<rootDir>/test/support/run/core-global-setup.ts',
      globalTeardown: '<rootDir>/test/support/run/core-global-teardown.ts',
    },
    {
      ...shared,
      displayName: 'api',
      testEnvironment: '<rootDir>/test/support/run/api-environment.ts',
      roots: ['<rootDir>/test/api'],
      testMatch: ['**/*.test.ts'],
      globalSetup: '<rootDir>/test/support/run/api-global-setup.ts',
      globalTeardown: '<rootDir>/test/support/run/api-global-teardown.ts',
    },
  ],
};
