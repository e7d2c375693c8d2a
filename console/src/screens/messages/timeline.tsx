import Alert from '@cloudscape-design/components/alert';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import Steps, { type StepsProps } from '@cloudscape-design/components/steps';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { unwrap } from '../../api/client';
import { LoadingScreen } from '../../app/loading-screen';
import { RouteLink } from '../../app/route-link';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { formatDateTime } from '../../format/dates';
import { countOf } from '../../format/numbers';
import { LoadError } from '../../lists/list-states';
import { MessageStatus } from '../../messages/message-status';
import { adviseOn, UNDELIVERED_ADVICE } from '../../recipients/advice';
import { describeReason, isSkipReason } from '../../recipients/reasons';
import { describeMessageWait } from '../../sending/describe-hold';
import { PartOf } from '../../messages/part-of';
import { describeIdentity } from '../../senders/describe-sender';
import { SenderName } from '../../senders/sender-name';
import { PhonePreview } from '../campaigns/phone-preview';

/** Replaces the code at the beginning of a refusal's details by its description. */
const inWords = (details: string, errorType: string): string =>
  details.startsWith(errorType) ? describeReason(errorType) + details.slice(errorType.length) : details;

/** Ends words of a carrier with a full stop, unless they have one. */
const asSentence = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`);

/** Screen of the history of one text, in order of time. */
export function Component() {
  const { messageId = '' } = useParams();
  const { id, api, path } = useAccount();
  const { data, error, refetch } = useQuery({
    queryKey: [id, 'messages', messageId, 'timeline'],
    queryFn: () =>
      unwrap(api.GET('/console/api/messages/{messageId}/timeline', { params: { path: { messageId } } })),
  });
  const parent = { text: 'Messages', path: path('messages') };
  if (data === undefined) {
    if (error === null) return <LoadingScreen />;
    return (
      <Screen title="Text" parent={parent}>
        <LoadError error={error} onRetry={() => void refetch()} />
      </Screen>
    );
  }
  const { message, timeline, charge } = data;
  const phone = message.direction === 'inbound' ? message.from : message.to;
  return (
    <Screen
      title={
        message.direction === 'inbound'
          ? `Text from ${phone ?? 'an erased contact'}`
          : `Text to ${phone ?? 'an erased contact'}`
      }
      description={<MessageStatus message={message} />}
      parent={parent}
    >
      {message.status === 'failed' && (
        <Alert
          type={isSkipReason(message.errorType) ? 'info' : 'error'}
          header={describeReason(message.errorType ?? 'failed')}
        >
          {message.errorMessage} {adviseOn(message.errorType)}
        </Alert>
      )}
      {message.status === 'queued' && message.waitingFor !== undefined && (
        <Alert type="info" header="The text waits">
          {describeMessageWait(message.waitingFor)}
        </Alert>
      )}
      {message.deliveryStatus === 'failed' && (
        <Alert type="warning" header="The carrier did not deliver it">
          {asSentence(message.carrierReason ?? 'The carrier gave no reason')} {UNDELIVERED_ADVICE}
        </Alert>
      )}
      <ColumnLayout columns={2}>
        <Container header={<Header variant="h2">What happened</Header>}>
          <Steps
            ariaLabel="What happened to the text, in order"
            steps={timeline.map(({ at, what, details }) => ({
              status: statusOf(what),
              statusIconAriaLabel: what,
              header: what.charAt(0).toUpperCase() + what.slice(1),
              details: (
                <>
                  {at !== undefined && <div>{formatDateTime(at)}</div>}
                  <div className="wrap-anywhere">
                    {message.status === 'failed' ? inWords(details, message.errorType) : details}
                  </div>
                </>
              ),
            }))}
          />
        </Container>
        <Container header={<Header variant="h2">Text</Header>}>
          <PhonePreview
            from={message.sentFrom ?? message.from ?? ''}
            body={message.body ?? ''}
            mediaUrl={message.mediaUrl}
          />
        </Container>
      </ColumnLayout>
      <Container header={<Header variant="h2">Details</Header>}>
        <KeyValuePairs
          columns={4}
          items={[
            { label: 'Id', value: message.id },
            { label: 'From', value: message.from ? <SenderName from={message.from} /> : '–' },
            ...(message.sentFrom === undefined
              ? []
              : [{ label: 'Sent by the member', value: describeIdentity(message.sentFrom) }]),
            { label: 'To', value: message.to ?? '–' },
            { label: 'Created', value: formatDateTime(message.createdAt) },
            {
              label: 'Length',
              value:
                message.segments === undefined
                  ? '–'
                  : `${countOf(message.segments, 'part')} (${message.encoding ?? ''})`,
            },
            {
              label: 'Cost',
              value: charge === undefined ? '–' : `${charge.sms} SMS, ${charge.mms} MMS credits`,
            },
            { label: 'Part of', value: <PartOf text={data} none="Nothing else" /> },
            {
              label: 'Contact',
              value:
                phone === null ? (
                  'Erased'
                ) : (
                  <RouteLink to={path(`contacts/${encodeURIComponent(phone)}`)}>{phone}</RouteLink>
                ),
            },
          ]}
        />
      </Container>
    </Screen>
  );
}

function statusOf(what: string): StepsProps.Status {
  if (/not delivered|failed|refused|rejected/.test(what)) return 'error';
  if (/skipped|opted out/.test(what)) return 'stopped';
  if (what.includes('pending')) return 'pending';
  if (/waits|unknown|retr/.test(what)) return 'warning';
  return 'success';
}
