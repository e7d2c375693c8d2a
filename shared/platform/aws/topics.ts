import { askAws } from './internal/aws-api';

const SNS = { name: 'SNS', id: 'sns', variable: 'SNS' };
/** Time for each request. */
const ANSWERS_WITHIN_MS = 10_000;

/** Topic is encrypted with the key of AWS for SNS, and takes requests over TLS alone. */
const attributesOf = (topicArn: string, displayName: string): Record<string, string> => ({
  DisplayName: displayName,
  KmsMasterKeyId: 'alias/aws/sns',
  Policy: JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Deny',
        Principal: '*',
        Action: 'sns:Publish',
        Resource: topicArn,
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      },
    ],
  }),
});

/**
 * Makes a topic whose only subscriber is an e-mail address, which AWS asks to confirm. A repetition changes nothing,
 * but AWS asks an address again that has not confirmed.
 *
 * @param topic.displayName name of the sender of the e-mails
 * @returns `refused` for an address that SNS does not take
 * @throws Error named like the error of SNS, and the errors of `fetch`
 *
 * **Source:** API reference of SNS, `CreateTopic` and `Subscribe`.
 */
export async function subscribeEmail(topic: {
  topicArn: string;
  displayName: string;
  email: string;
}): Promise<'subscribed' | 'refused'> {
  const { topicArn, displayName, email } = topic;
  await ignoring('InvalidParameter', () =>
    ask('CreateTopic', {
      Name: topicArn.split(':').at(-1) ?? '',
      ...Object.fromEntries(
        Object.entries(attributesOf(topicArn, displayName)).flatMap(([key, value], index) => [
          [`Attributes.entry.${index + 1}.key`, key],
          [`Attributes.entry.${index + 1}.value`, value],
        ]),
      ),
    }),
  );
  // A topic that SNS has with other attributes is as good; one that it does not have is not found here.
  return (await ignoring('InvalidParameter', () =>
    ask('Subscribe', { TopicArn: topicArn, Protocol: 'email', Endpoint: email }),
  ))
    ? 'subscribed'
    : 'refused';
}

/** Deletes a topic with its subscription, also one that was not confirmed. A repetition changes nothing. */
export async function deleteTopic(topicArn: string): Promise<void> {
  await ignoring('NotFound', () => ask('DeleteTopic', { TopicArn: topicArn }));
}

/**
 * Publishes an e-mail to a topic. SNS drops it while the address has not confirmed.
 *
 * @param mail.subject at most 99 characters of ASCII, in one line
 * @returns `noTopic` when there is no such topic
 * @throws Error named like the error of SNS, and the errors of `fetch`
 */
export async function publishEmail(mail: {
  topicArn: string;
  subject: string;
  text: string;
}): Promise<'published' | 'noTopic'> {
  const { topicArn, subject, text } = mail;
  const isPublished = await ignoring('NotFound', () =>
    ask('Publish', { TopicArn: topicArn, Subject: subject, Message: text }),
  );
  return isPublished ? 'published' : 'noTopic';
}

async function ask(action: string, parameters: Record<string, string>): Promise<void> {
  await askAws(SNS, {
    path: '/',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ Action: action, Version: '2010-03-31', ...parameters }).toString(),
    signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
  });
}

/** @returns false when SNS refused the request with this error */
async function ignoring(name: string, request: () => Promise<void>): Promise<boolean> {
  try {
    await request();
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === name) return false;
    throw error;
  }
}
