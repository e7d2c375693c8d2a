import type { MessageAttributeValue } from '@aws-sdk/client-sqs';
import { TRACE_ATTRIBUTE } from '../../shared/platform/tracing';

interface Sent {
  MessageAttributes?: Record<string, MessageAttributeValue>;
  MessageSystemAttributes?: Record<string, MessageAttributeValue>;
}

interface Received {
  Attributes?: Record<string, string>;
  MessageAttributes?: Record<string, MessageAttributeValue>;
  MD5OfMessageAttributes?: string;
}

/**
 * Copies the trace header of a sent message into a message attribute: fauxqs drops the system attribute, the only one
 * that SQS takes.
 */
export function keepTraceHeaders(request: unknown): void {
  const { Entries: entries } = request as { Entries?: Sent[] };
  for (const message of entries ?? [request as Sent]) {
    const header = message.MessageSystemAttributes?.[TRACE_ATTRIBUTE];
    if (header) message.MessageAttributes = { ...message.MessageAttributes, [TRACE_ATTRIBUTE]: header };
  }
}

/** Moves the trace headers of an answer, in JSON, back to the system attributes, as in SQS. */
export function showTraceHeaders(answer: string): string {
  if (!answer.includes(`"${TRACE_ATTRIBUTE}"`)) return answer;
  const { Messages: messages, ...rest } = JSON.parse(answer) as { Messages?: Received[] };
  return JSON.stringify({ ...rest, Messages: messages?.map(showTraceHeader) });
}

function showTraceHeader(message: Received): Received {
  const { [TRACE_ATTRIBUTE]: header, ...own } = message.MessageAttributes ?? {};
  if (header?.StringValue === undefined) return message;
  const { MessageAttributes: _, MD5OfMessageAttributes: __, ...rest } = message;
  return {
    ...rest,
    Attributes: { ...message.Attributes, [TRACE_ATTRIBUTE]: header.StringValue },
    ...(Object.keys(own).length > 0 && { MessageAttributes: own }),
  };
}
