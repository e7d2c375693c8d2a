import type { StageSettings } from '../../../lib/stack/settings';

/** Name and stream of the table that the test of a restore has the stage adopt. */
const { ADOPTED_NAME: name, ADOPTED_STREAM: streamArn } = process.env;

/** Stage for trials, with the provider simulator of the test. */
export default {
  // MiniStack does not run the function with which the CDK empties a bucket before its deletion: the bucket is kept.
  deletion: 'keepsData',
  provider: { name: 'simulator', url: process.env.SIMULATOR_URL ?? '' },
  // In place of a user pool of Cognito, whose pages MiniStack does not have.
  ...(name !== undefined && streamArn !== undefined && { adoptedTable: { name, streamArn } }),
  issuer: { url: 'https://login.example.com', clientId: 'console' },
} satisfies StageSettings;
