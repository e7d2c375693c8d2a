import type { CorePlatform } from '../../platform/platform';
import { createEumFeedback } from '../../platform/provider/eum/eum-feedback';
import type { FeedbackTaker } from '../../platform/provider/port';

let taker: FeedbackTaker | undefined;

/** Adds the provider's part that takes feedback to a platform; none of a provider that takes none. */
export function withFeedback<Some extends CorePlatform>(platform: Some): Some & { feedback?: FeedbackTaker } {
  if (platform.config.provider().name !== 'eum') return platform;
  return { ...platform, feedback: (taker ??= createEumFeedback()) };
}
