import config from '../../jest.config.js';

/** The deployed stack is tested by `npm run test:deploy` alone, which deploys it first. */
const [core] = config.projects;

/** @type {import('jest').Config} */
export default {
  ...core,
  displayName: 'deploy',
  rootDir: '../..',
  roots: ['<rootDir>/test/deploy'],
  testTimeout: 8 * 60_000,
  verbose: true,
};
