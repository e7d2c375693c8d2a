import { createEumFeedback } from '../../platform/provider/eum/eum-feedback';
import type { FeedbackTaker } from '../../platform/provider/port';
import { getQueuedSendingPlatform } from './sending-platform';

type FeedbackPlatform = ReturnType<typeof getQueuedSendingPlatform> & {
  /** Absent when the provider takes no feedback. */
  feedback?: FeedbackTaker;
};

/** Returns the platform of the function that works on the message queue: it sends, and gives feedback. */
export function getMessageQueuePlatform(): FeedbackPlatform {
  const platform: FeedbackPlatform = getQueuedSendingPlatform();
  if (platform.config.provider().name === 'eum') platform.feedback ??= createEumFeedback();
  return platform;
}
