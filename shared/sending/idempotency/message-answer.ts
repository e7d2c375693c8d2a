import { type Message, presentMessage } from '../../messages/message';
import type { StoredAnswer } from './key-record';

/** Returns the answer to the single send that created this message. **Source:** rules 2.1, 3.3, E11. */
export function answerOf(message: Message): StoredAnswer {
  const warnings = message.cautions ? { warnings: message.cautions } : {};
  return { status: 201, body: { ...presentMessage(message), ...warnings } };
}
