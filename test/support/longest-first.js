import { createRequire } from 'node:module';

const { default: Sequencer } = createRequire(import.meta.url)('@jest/test-sequencer');

/** The suites that take longest; where nothing is remembered of earlier runs, sizes of files say nothing about that. */
const LONGEST = [
  'test/integration/lib/local/service.test.ts',
  'test/fault/jobs.test.ts',
  'test/fault/stop.test.ts',
  'test/integration/lib/local/queue-poller.test.ts',
  'test/integration/shared/audience/consent/membership-contention.test.ts',
  'test/fault/harness.test.ts',
  'test/fault/webhooks.test.ts',
  'test/integration/shared/sending/jobs/process/work-chunk.test.ts',
  'test/integration/shared/sending/jobs/capacity.test.ts',
  'test/integration/lib/local/outbox-poller.test.ts',
  'test/integration/shared/webhooks/isolation.test.ts',
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
