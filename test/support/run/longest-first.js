import { createRequire } from 'node:module';

const { default: Sequencer } = createRequire(import.meta.url)('@jest/test-sequencer');

/** The suites that take longest. Without results of earlier runs, the size of a file does not show it. */
const LONGEST = [
  'test/fault/eum-unknown.test.ts',
  'test/api/holds.test.ts',
  'test/api/alarms.test.ts',
  'test/integration/lib/local/demo-data.test.ts',
  'test/fault/harness.test.ts',
  'test/property/shared/audience/consent/consent.property.test.ts',
  'test/integration/lib/local/service.test.ts',
  'test/integration/lib/local/trial-page.test.ts',
  'test/api/move-account.test.ts',
  'test/stack/settings.test.ts',
  'test/integration/shared/accounts/pay-credits.test.ts',
  'test/api/paced-sends.test.ts',
  'test/api/jobs.test.ts',
  'test/integration/shared/sending/single/five-hundred-at-once.test.ts',
  'test/integration/lib/operator/stack-target.test.ts',
  'test/fault/jobs.test.ts',
  'test/api/request-sizes.test.ts',
  'test/integration/lib/local/tracing.test.ts',
  'test/integration/shared/campaigns/stop-at-once.test.ts',
  'test/integration/shared/audience/import/killed-imports.test.ts',
  'test/integration/shared/campaigns/run-campaign.test.ts',
  'test/api/marketing-cap.test.ts',
  'test/integration/shared/sending/jobs/process/skipped.test.ts',
  'test/api/campaigns.test.ts',
  'test/fault/stop.test.ts',
  'test/api/erasure-traces.test.ts',
  'test/api/erasure.test.ts',
  'test/api/scopes.test.ts',
];

/** Begins with the longest suites, so that no worker is left with one of them at the end. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const rankOf = ({ path }) => {
      const rank = LONGEST.findIndex((suite) => path.endsWith(suite));
      return rank === -1 ? LONGEST.length : rank;
    };
    return [...super.sort(tests)].sort((a, b) => rankOf(a) - rankOf(b));
  }
}
