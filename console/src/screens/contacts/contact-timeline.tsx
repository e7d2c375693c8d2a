import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Steps from '@cloudscape-design/components/steps';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Contact } from '../../api/schemas';
import { LoadingScreen } from '../../app/loading-screen';
import { useAccount } from '../../app/session';
import { daysOf } from '../../format/by-day';
import { dayOf, formatFullDay } from '../../format/dates';
import { EmptyList, LoadError } from '../../lists/list-states';
import { readTimelinePart, TIMELINE_PARTS, timelineOf } from './timeline-entries';
import { stepOf } from './timeline-step';
import { useConsentLog, useTexts } from './use-timeline';

const PART_NAMES = { everything: 'Everything', texts: 'Texts and clicks', consent: 'Consent' } as const;

/** All that happened with a contact in one list by days, newest first: texts, replies, clicks, consent, imports. */
export function ContactTimeline({ contact }: { contact: Contact }) {
  const { path } = useAccount();
  const [params, setParams] = useSearchParams();
  const part = readTimelinePart(params.get('show'));
  const hasTexts = part !== 'consent';
  const hasConsent = part !== 'texts';
  const texts = useTexts(contact.phoneNumber, hasTexts);
  const consent = useConsentLog(contact.phoneNumber);
  const entries = timelineOf(contact, {
    ...{ texts: texts.items, consent: consent.items, hasOlderTexts: texts.hasOlder, part },
  });
  const isLoading = (hasTexts && texts.isLoading) || (hasConsent && consent.isLoading);
  // A second try of one source does not hide the other.
  const [isShown, setIsShown] = useState(false);
  if (!isLoading && !isShown) setIsShown(true);
  const hasFailed = texts.error !== undefined || consent.error !== undefined;
  return (
    <Container
      header={
        <Header
          variant="h2"
          actions={
            <SegmentedControl
              label="Parts of the timeline"
              selectedId={part}
              options={TIMELINE_PARTS.map((id) => ({ id, text: PART_NAMES[id] }))}
              onChange={({ detail }) =>
                setParams({ tab: 'timeline', show: detail.selectedId }, { replace: true })
              }
            />
          }
        >
          Timeline
        </Header>
      }
    >
      <SpaceBetween size="l">
        {hasConsent && consent.error !== undefined && (
          <LoadError title="The consent could not be loaded" error={consent.error} onRetry={consent.retry} />
        )}
        {hasTexts && texts.error !== undefined && texts.items.length === 0 && (
          <LoadError title="The texts could not be loaded" error={texts.error} onRetry={texts.retry} />
        )}
        {isLoading && <LoadingScreen />}
        {!isLoading && !hasFailed && entries.length === 0 && <Nothing part={part} />}
        {isShown &&
          daysOf(entries, dayOf).map(({ day, entries: ofDay }) => (
            <div key={day}>
              <Box variant="h3" padding={{ bottom: 'xs' }}>
                {formatFullDay(day)}
              </Box>
              <Steps
                ariaLabel={`${formatFullDay(day)}, newest first`}
                steps={ofDay.map((entry) => stepOf(entry, path))}
              />
            </div>
          ))}
        {hasTexts && texts.error !== undefined && texts.items.length > 0 && (
          <LoadError title="Older texts could not be loaded" error={texts.error} onRetry={texts.retry} />
        )}
        {hasTexts && !isLoading && texts.hasOlder && texts.error === undefined && (
          <Button loading={texts.isLoadingOlder} onClick={texts.showOlder}>
            Show older
          </Button>
        )}
        {part === 'everything' && !isLoading && !texts.hasOlder && (
          <Box variant="small" color="text-body-secondary">
            Changes of fields are not recorded, so an import appears only where it changed consent.
          </Box>
        )}
      </SpaceBetween>
    </Container>
  );
}

function Nothing({ part }: { part: ReturnType<typeof readTimelinePart> }) {
  return part === 'texts' ? (
    <EmptyList title="No texts">Nothing was sent to this phone or came from it.</EmptyList>
  ) : (
    <EmptyList title="No consent was recorded">It begins when the contact joins a group.</EmptyList>
  );
}
