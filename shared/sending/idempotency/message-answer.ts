import { type Message, presentMessage } from '../../messages/message';
import type { StoredAnswer } from './key-record';

/** The answer to a single send that made this message. */
export function answerOf(message: Message): StoredAnswer {
  return { status: 201, body: presentMessage(message) };
}
