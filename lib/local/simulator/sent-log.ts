import { openJsonLinesFile } from '../files';

/** Message that the simulated provider took, even if its answer did not arrive. */
export interface SentMessage {
  to: string;
  from: string;
  body: string;
  mediaUrl?: string;
  messageId: string;
  providerMessageId: string;
  /** ISO time at which it was taken. */
  at: string;
  /** Protect configuration under which it was sent. */
  protection?: string;
  /** Set when it was sent with `MessageFeedbackEnabled`. */
  expectsFeedback?: true;
  /** Feedback that was given, oldest first. In memory only. */
  feedback?: ReadonlyArray<'RECEIVED' | 'FAILED'>;
  /** Trace header that was sent along. */
  trace?: string;
}

export interface SentFilter {
  to?: string | undefined;
  /** ISO time, inclusive. */
  since?: string | undefined;
}

/**
 * Opens the log of every message that the provider took.
 *
 * @param dataFile file of the log; absent: in memory only
 */
export function openSentLog(dataFile: string | undefined) {
  const file = openJsonLinesFile<SentMessage>(dataFile);
  const messages: SentMessage[] = [];
  const byMessageId = new Map<string, SentMessage>();
  const byProviderId = new Map<string, SentMessage>();
  const byRecipient = new Map<string, SentMessage[]>();
  const remember = (message: SentMessage): void => {
    messages.push(message);
    byMessageId.set(message.messageId, message);
    byProviderId.set(message.providerMessageId, message);
    const toSame = byRecipient.get(message.to);
    if (toSame === undefined) byRecipient.set(message.to, [message]);
    else toSame.push(message);
  };
  file.initialLines.forEach(remember);

  return {
    /** The message is in the file before this returns. */
    add: (message: SentMessage): void => {
      file.append([message]);
      remember(message);
    },
    /** Lists messages, oldest first. */
    list: ({ to, since }: SentFilter): SentMessage[] => {
      const candidates = to === undefined ? messages : (byRecipient.get(to) ?? []);
      if (since === undefined) return [...candidates];
      const sinceMs = Date.parse(since);
      return candidates.filter(({ at }) => Date.parse(at) >= sinceMs);
    },
    /** Finds the last hand-over of one of our messages. */
    find: (messageId: string) => byMessageId.get(messageId),
    findByProviderId: (providerMessageId: string) => byProviderId.get(providerMessageId),
    /** Finds the last message from one number to another. */
    findLastBetween: ({ from, to }: { from: string; to: string }) =>
      byRecipient.get(to)?.findLast((message) => message.from === from),
    clear: () => {
      messages.length = 0;
      byMessageId.clear();
      byProviderId.clear();
      byRecipient.clear();
      file.clear();
    },
    close: () => file.close(),
  };
}
