import { isRecord } from '../../shared/platform/is-record';

/** E-mail that SNS would have sent. */
interface Mail {
  to: string;
  subject: string;
  text: string;
  /** ISO time. */
  at: string;
}

/** E-mails of all topics; in memory only, as the topics are. */
export interface Mailbox {
  /** Takes note of a request that SNS has granted. */
  observe(request: unknown): void;
  /** Lists e-mails, oldest first. */
  list(): Mail[];
  clear(): void;
}

const CONFIRMATION = {
  subject: 'AWS Notification - Subscription Confirmation',
  text: 'AWS asks here to confirm the subscription. The local service takes it as confirmed.',
};

/** Creates the mailbox of the local SNS, which delivers to queues alone. */
export function createMailbox(): Mailbox {
  const addresses = new Map<string, string>();
  const mails: Mail[] = [];
  const put = (to: string, mail: Pick<Mail, 'subject' | 'text'>) =>
    void mails.push({ to, ...mail, at: new Date().toISOString() });

  return {
    observe: (request) => {
      if (!isRecord(request)) return;
      const { Action: action, TopicArn: topicArn, Protocol: protocol, Endpoint: endpoint } = request;
      const topic = String(topicArn);
      const address = addresses.get(topic);
      if (action === 'Subscribe' && protocol === 'email' && address === undefined) {
        addresses.set(topic, String(endpoint));
        put(String(endpoint), CONFIRMATION);
      }
      if (action === 'DeleteTopic') addresses.delete(topic);
      if (action === 'Publish' && address !== undefined) {
        const { Subject: subject, Message: text } = request;
        put(address, { subject: String(subject), text: String(text) });
      }
    },
    list: () => [...mails],
    clear: () => void (mails.length = 0),
  };
}
