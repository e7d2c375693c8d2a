import config from '../../jest.config.js';

/** Project of the core. The deployed stack is tested only by `npm run test:deploy`, which deploys it first. */
const [core] = config.projects;

/** @type {import('jest').Config} */
export default {
  ...core,
  displayName: 'deploy',
  rootDir: '../..',
  roots: ['<rootDir>/test/deploy'],
  testEnvironment: '<rootDir>/test/deploy/first-failure-environment.ts',
  testTimeout: 20 * 60_000,
  verbose: true,
};
