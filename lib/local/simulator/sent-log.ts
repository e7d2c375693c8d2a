import { type JsonLinesFile, openJsonLinesFile } from '../json-lines-file';

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
  /** Trace header that was sent along. */
  trace?: string;
}

export interface SentFilter {
  to?: string | undefined;
  /** ISO time, inclusive. */
  since?: string | undefined;
}

/** Every message that the provider took, oldest first. */
interface SentLog {
  /** The message is in the file before this returns. */
  add(message: SentMessage): void;
  list(filter: SentFilter): SentMessage[];
  /** Finds the last hand-over of one of our messages. */
  find(messageId: string): SentMessage | undefined;
  /** Finds the last message from one number to another. */
  findLastBetween(numbers: { from: string; to: string }): SentMessage | undefined;
  clear(): void;
  close(): void;
}

/**
 * Opens the log.
 *
 * @param dataFile file of the log; absent: in memory only
 */
export function openSentLog(dataFile: string | undefined): SentLog {
  const file: JsonLinesFile<SentMessage> | undefined =
    dataFile === undefined ? undefined : openJsonLinesFile<SentMessage>(dataFile);
  const messages: SentMessage[] = [];
  const byMessageId = new Map<string, SentMessage>();
  const byRecipient = new Map<string, SentMessage[]>();
  const remember = (message: SentMessage): void => {
    messages.push(message);
    byMessageId.set(message.messageId, message);
    const toSame = byRecipient.get(message.to);
    if (toSame === undefined) byRecipient.set(message.to, [message]);
    else toSame.push(message);
  };
  file?.initialLines.forEach(remember);

  return {
    add: (message) => {
      file?.append([message]);
      remember(message);
    },
    list: ({ to, since }) => {
      const candidates = to === undefined ? messages : (byRecipient.get(to) ?? []);
      if (since === undefined) return [...candidates];
      const sinceMs = Date.parse(since);
      return candidates.filter(({ at }) => Date.parse(at) >= sinceMs);
    },
    find: (messageId) => byMessageId.get(messageId),
    findLastBetween: ({ from, to }) => byRecipient.get(to)?.findLast((message) => message.from === from),
    clear: () => {
      messages.length = 0;
      byMessageId.clear();
      byRecipient.clear();
      file?.clear();
    },
    close: () => file?.close(),
  };
}
