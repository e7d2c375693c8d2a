import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Tabs from '@cloudscape-design/components/tabs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { unwrap } from '../../api/client';
import { LoadingScreen } from '../../app/loading-screen';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { nameOf, nameWithNumber } from '../../format/names';
import { LoadError } from '../../lists/list-states';
import { PhoneTexts } from '../../messages/message-table';
import { AddToGroup } from './add-to-group';
import { ContactDetails } from './contact-details';
import { ContactGroups } from './contact-groups';
import { ContactConversation } from './contact-conversation';
import { ContactTimeline } from './contact-timeline';
import { EraseContact } from './erase-contact';
import { MergeContact } from './merge/merge-contact';
import { ObstacleAlert } from './obstacle-alert';
import { RecordOptIn, RecordOptOut } from './record-consent';

export function Component() {
  const { phoneNumber = '' } = useParams();
  const { id, api, can, path } = useAccount();
  const [params, setParams] = useSearchParams();
  const [opened, setOpened] = useState<'erase' | 'optOut' | 'optIn' | 'group' | 'merge'>();
  const [asked, setAsked] = useState(0);
  const close = () => setOpened(undefined);
  const {
    data: contact,
    error,
    refetch,
  } = useQuery({
    queryKey: [id, 'contact', phoneNumber],
    queryFn: () =>
      unwrap(api.GET('/api/v1/contacts/by-phone/{phoneNumber}', { params: { path: { phoneNumber } } })),
  });
  const parent = { text: 'Contacts', path: path('contacts') };
  if (contact === undefined) {
    if (error === null) return <LoadingScreen />;
    return (
      <Screen title={phoneNumber} parent={parent}>
        <LoadError error={error} onRetry={() => void refetch()} />
      </Screen>
    );
  }
  const name = nameOf(contact);
  const tab = params.get('tab') ?? 'details';
  const show = (tab: string) => setParams({ tab }, { replace: true });
  const write = () => {
    show('conversation');
    setAsked((count) => count + 1);
  };
  const refusal =
    contact.optedOutAt !== undefined
      ? 'The contact has opted out: it cannot be texted.'
      : contact.groups.length === 0
        ? 'The contact is in no group: it cannot be texted yet.'
        : undefined;
  return (
    <Screen
      title={name === '–' ? phoneNumber : name}
      description={phoneNumber}
      parent={parent}
      actions={
        <SpaceBetween direction="horizontal" size="xs">
          {can('account:admin') && (
            <Button onClick={() => setOpened('merge')}>Merge with another contact…</Button>
          )}
          {can('account:admin') && <Button onClick={() => setOpened('erase')}>Erase</Button>}
          {contact.optedOutAt === undefined && can('contacts:write') && (
            <Button onClick={() => setOpened('optOut')}>Opt out</Button>
          )}
          {contact.optedOutAt !== undefined && can('account:admin') && (
            <Button onClick={() => setOpened('optIn')}>Lift the opt-out</Button>
          )}
          {refusal === undefined && can('messages:send') && (
            <Button variant="primary" onClick={write}>
              Message
            </Button>
          )}
        </SpaceBetween>
      }
    >
      <ObstacleAlert contact={contact} onAddToGroup={() => setOpened('group')} />
      <Tabs
        activeTabId={tab}
        onChange={({ detail }) => show(detail.activeTabId)}
        tabs={[
          { id: 'details', label: 'Details', content: <ContactDetails contact={contact} /> },
          { id: 'timeline', label: 'Timeline', content: <ContactTimeline contact={contact} /> },
          { id: 'groups', label: 'Groups', content: <ContactGroups contact={contact} /> },
          {
            id: 'conversation',
            label: 'Conversation',
            content: <ContactConversation {...{ phoneNumber, refusal, asked }} />,
          },
          { id: 'texts', label: 'Texts', content: <PhoneTexts phoneNumber={phoneNumber} /> },
        ]}
      />
      {opened === 'group' && <AddToGroup phoneNumber={phoneNumber} onClose={close} />}
      {opened === 'merge' && <MergeContact contact={contact} onClose={close} />}
      {opened === 'erase' && <EraseContact phoneNumber={phoneNumber} onClose={close} />}
      {opened === 'optOut' && (
        <RecordOptOut {...{ phoneNumber, onClose: close }} name={nameWithNumber(contact)} />
      )}
      {opened === 'optIn' && <RecordOptIn phoneNumber={phoneNumber} onClose={close} />}
    </Screen>
  );
}
