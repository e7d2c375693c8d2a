import { array, number, object, optional, parse, parseJson, pipe, string } from 'valibot';
import { askAws } from '../../aws/internal/aws-api';

const END_USER_MESSAGING = {
  name: 'End User Messaging',
  id: 'sms-voice',
  variable: 'PINPOINT_SMS_VOICE_V2',
};
const ANSWER_TIMEOUT_MS = 10_000;

/**
 * Reads the limit at which End User Messaging stops sending texts in this month: the enforced limit, which an operator may
 * set, of all stages in the AWS account and region.
 *
 * @returns US dollars; absent when AWS tells none
 * @throws Error named like AWS's error when AWS refuses the request, and the errors of `fetch`
 *
 * **Source:** API reference of End User Messaging SMS, `DescribeSpendLimits`.
 */
export async function readTextSpendLimit(): Promise<number | undefined> {
  const { text } = await askAws(END_USER_MESSAGING, {
    path: '/',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'PinpointSMSVoiceV2.DescribeSpendLimits',
    },
    body: '{}',
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  });
  const { SpendLimits: limits = [] } = parse(ANSWER, text);
  return limits.find(({ Name }) => Name === 'TEXT_MESSAGE_MONTHLY_SPEND_LIMIT')?.EnforcedLimit;
}

const ANSWER = pipe(
  string(),
  parseJson(),
  object({
    SpendLimits: optional(array(object({ Name: optional(string()), EnforcedLimit: optional(number()) }))),
  }),
);
