import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Steps, { type StepsProps } from '@cloudscape-design/components/steps';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { unwrap } from '../../api/client';
import type { Contact } from '../../api/schemas';
import { RouteLink } from '../../app/route-link';
import { useAccount } from '../../app/session';
import { LoadingScreen } from '../../app/loading-screen';
import { formatDateTime } from '../../format/dates';
import { countOf } from '../../format/numbers';
import { LoadError } from '../../lists/list-states';
import { MessageStatus } from '../../messages/message-status';
import { MessageText } from '../../messages/message-text';
import { PartOf } from '../../messages/part-of';
import { ACTORS, describeConsent, isRefusal, words } from './describe-consent';
import { type HistoryEntry, historyOf } from './history-of';

const FIRST_PAGE: string | undefined = undefined;

/** All that happened with a contact in one list, newest first: texts, replies, clicks, consent, imports. */
export function ContactHistory({ contact }: { contact: Contact }) {
  const { phoneNumber } = contact;
  const { id, api, path } = useAccount();
  const params = { path: { phoneNumber } };
  const texts = useInfiniteQuery({
    queryKey: [id, 'contact', phoneNumber, 'history'],
    queryFn: ({ pageParam: cursor }) =>
      unwrap(
        api.GET('/console/api/contacts/{phoneNumber}/messages', {
          params: { ...params, query: cursor === undefined ? {} : { cursor } },
        }),
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (last): string | undefined => last.nextCursor,
  });
  const consent = useQuery({
    queryKey: [id, 'contact', phoneNumber, 'consent'],
    queryFn: () => unwrap(api.GET('/console/api/contacts/{phoneNumber}/consent', { params })),
  });
  const error = texts.error ?? consent.error;
  if (error !== null) {
    const retry = () => void Promise.all([texts.refetch(), consent.refetch()]);
    return <LoadError error={error} onRetry={retry} />;
  }
  if (texts.data === undefined || consent.data === undefined) return <LoadingScreen />;
  const entries = historyOf(contact, {
    texts: texts.data.pages.flatMap(({ results }) => results),
    consent: consent.data.results,
    hasOlderTexts: texts.hasNextPage,
  });
  return (
    <Container header={<Header variant="h2">Timeline</Header>}>
      <SpaceBetween size="m">
        <Steps
          ariaLabel="Timeline, newest first"
          steps={entries.map((entry) => ({ ...stepOf(entry, path), details: <Details entry={entry} /> }))}
        />
        {texts.hasNextPage && (
          <Button loading={texts.isFetchingNextPage} onClick={() => void texts.fetchNextPage()}>
            Show older
          </Button>
        )}
      </SpaceBetween>
    </Container>
  );
}

function stepOf(
  entry: HistoryEntry,
  path: (to: string) => string,
): Pick<StepsProps.Step, 'status' | 'statusIconAriaLabel' | 'header'> {
  switch (entry.kind) {
    case 'text': {
      const { id, direction } = entry.text.message;
      const name = direction === 'inbound' ? 'Text from the contact' : 'Text to the contact';
      return {
        status: direction === 'inbound' ? 'info' : 'success',
        statusIconAriaLabel: name,
        header: <RouteLink to={path(`messages/${id}`)}>{name}</RouteLink>,
      };
    }
    case 'clicks':
      return { status: 'success', statusIconAriaLabel: 'Click', header: 'Followed a link' };
    case 'consent':
      return {
        status: isRefusal(entry.entry.action) ? 'stopped' : 'success',
        statusIconAriaLabel: words(entry.entry.action),
        header: describeConsent(entry.entry),
      };
    case 'created':
      return { status: 'info', statusIconAriaLabel: 'Added', header: 'Added to the contact book' };
    case 'setAside':
      return { status: 'stopped', statusIconAriaLabel: 'Set aside', header: 'Number set aside' };
  }
}

function Details({ entry }: { entry: HistoryEntry }) {
  const time = formatDateTime(entry.at);
  switch (entry.kind) {
    case 'text':
      return (
        <>
          {time} · <PartOf text={entry.text} none="a single text" />
          <div className="wrap-anywhere">
            <MessageText message={entry.text.message} />
          </div>
          <MessageStatus message={entry.text.message} />
        </>
      );
    case 'clicks':
      return (
        <>
          {time} · {countOf(entry.count, 'click')} · <PartOf text={entry.text} none="of a single text" />
        </>
      );
    case 'consent':
      return (
        <>
          {time} · {words(entry.entry.reason)} · by {ACTORS[entry.entry.actor] ?? entry.entry.actor}
          {entry.entry.evidence !== undefined && (
            <div className="wrap-anywhere">“{entry.entry.evidence}”</div>
          )}
        </>
      );
    case 'created':
      return <>{time}</>;
    case 'setAside':
      return (
        <>
          {time}
          {entry.reason !== undefined && <Box variant="small">{words(entry.reason)}</Box>}
        </>
      );
  }
}
