import { type Message, presentMessage } from '../../messages/message';
import { REVIEW_WARNING } from '../compose/warn-of-body';
import type { StoredAnswer } from './key-record';

/** Returns the answer to the single send that created this message. **Source:** rules 2.1, 3.3. */
export function answerOf(message: Message): StoredAnswer {
  const warnings = message.isUnderReview ? { warnings: [REVIEW_WARNING] } : {};
  return { status: 201, body: { ...presentMessage(message), ...warnings } };
}
