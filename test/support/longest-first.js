import { createRequire } from 'node:module';

const { default: Sequencer } = createRequire(import.meta.url)('@jest/test-sequencer');

/** The suites that take longest. Without results of earlier runs, the size of a file does not show it. */
const LONGEST = [
  'test/api/alarms.test.ts',
  'test/integration/lib/local/demo-data.test.ts',
  'test/integration/lib/local/service.test.ts',
  'test/api/move-account.test.ts',
  'test/integration/shared/campaigns/erased-recipients.test.ts',
  'test/simulate/run-workload.test.ts',
  'test/fault/jobs.test.ts',
  'test/fault/stop.test.ts',
  'test/fault/eum-unknown.test.ts',
  'test/fault/harness.test.ts',
  'test/stack/messaging-stack.test.ts',
  'test/integration/bin/test-programs.test.ts',
  'test/integration/shared/exports/killed-exports.test.ts',
  'test/integration/shared/campaigns/passed-times.test.ts',
  'test/integration/lib/local/queue-poller.test.ts',
  'test/integration/shared/audience/import/killed-imports.test.ts',
  'test/integration/shared/sending/jobs/capacity.test.ts',
  'test/integration/shared/audience/consent/membership-contention.test.ts',
  'test/fault/webhooks.test.ts',
  'test/integration/shared/sending/jobs/process/work-chunk.test.ts',
  'test/api/campaign-over-zones.test.ts',
  'test/api/request-sizes.test.ts',
  'test/api/jobs.test.ts',
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
