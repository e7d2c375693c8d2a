/** Configuration of the console's tests in a real browser: `npm run test:console`. `npm test` does not run them. */
import { fileURLToPath } from 'node:url';
import base from '../../jest.config.js';

const [core] = base.projects;

/** @type {import('jest').Config} */
export default {
  ...core,
  displayName: 'console',
  rootDir: fileURLToPath(new URL('../..', import.meta.url)),
  roots: ['<rootDir>/test/console'],
  testMatch: ['**/*.test.ts'],
  globalSetup: '<rootDir>/test/console/global-setup.ts',
  globalTeardown: '<rootDir>/test/console/global-teardown.ts',
  // Limit for hanging tests; no test depends on it.
  testTimeout: 600_000,
  // Concurrent pages of one browser: each of them waits for the service half of its time.
  maxWorkers: 3,
};
