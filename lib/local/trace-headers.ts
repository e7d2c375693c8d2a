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

/** fauxqs drops the one system attribute that SQS takes, the trace header: inside it is one of the message's own. */
export function keepTraceHeaders(request: unknown): void {
  const { Entries: entries } = request as { Entries?: Sent[] };
  for (const message of entries ?? [request as Sent]) {
    const header = message.MessageSystemAttributes?.[TRACE_ATTRIBUTE];
    if (header) message.MessageAttributes = { ...message.MessageAttributes, [TRACE_ATTRIBUTE]: header };
  }
}

/** Puts the trace headers of an answer, in JSON, where SQS has them. */
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
