import type { CorePlatform } from '../../platform/platform';
import { createEumFeedback } from '../../platform/provider/eum/eum-feedback';
import type { FeedbackTaker } from '../../platform/provider/port';

let taker: FeedbackTaker | undefined;

type WithFeedback = { feedback?: FeedbackTaker };

/**
 * Adds the provider's part that takes feedback to a platform that has none yet; none of a provider that takes none.
 */
export function withFeedback<Some extends CorePlatform & WithFeedback>(platform: Some): Some & WithFeedback {
  if (platform.feedback || platform.config.provider().name !== 'eum') return platform;
  return { ...platform, feedback: (taker ??= createEumFeedback()) };
}
