import Alert from '@cloudscape-design/components/alert';
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
import { formatDateTime } from '../../format/dates';
import { nameOf } from '../../format/names';
import { LoadError } from '../../lists/list-states';
import { PhoneTexts } from '../../messages/message-table';
import { ConsentHistory } from './consent-history';
import { ContactDetails } from './contact-details';
import { ContactGroups } from './contact-groups';
import { EraseContact } from './erase-contact';
import { RecordOptIn, RecordOptOut } from './record-consent';
import { SetAsideAlert } from './set-aside-alert';

export function Component() {
  const { phoneNumber = '' } = useParams();
  const { id, api, can, path } = useAccount();
  const [params, setParams] = useSearchParams();
  const [opened, setOpened] = useState<'erase' | 'optOut' | 'optIn'>();
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
  return (
    <Screen
      title={name === '–' ? phoneNumber : name}
      description={phoneNumber}
      parent={parent}
      actions={
        can('contacts:write') && (
          <SpaceBetween direction="horizontal" size="xs">
            {contact.optedOutAt === undefined && <Button onClick={() => setOpened('optOut')}>Opt out</Button>}
            {contact.optedOutAt !== undefined && can('account:admin') && (
              <Button onClick={() => setOpened('optIn')}>Lift the opt-out</Button>
            )}
            {can('account:admin') && <Button onClick={() => setOpened('erase')}>Erase</Button>}
          </SpaceBetween>
        )
      }
    >
      {contact.optedOutAt !== undefined && (
        <Alert type="warning" header={`Opted out on ${formatDateTime(contact.optedOutAt)}`}>
          No text is sent to this contact. Only the contact can opt in again: by a text with START, or by a
          form that an administrator records here.
        </Alert>
      )}
      {contact.setAsideAt !== undefined && (
        <SetAsideAlert contact={contact} setAsideAt={contact.setAsideAt} />
      )}
      {contact.optedOutAt === undefined && contact.groups.length === 0 && (
        <Alert type="info" header="Cannot be texted yet">
          A contact gets texts once it is a member of a group.
        </Alert>
      )}
      <Tabs
        activeTabId={params.get('tab') ?? 'details'}
        onChange={({ detail }) => setParams({ tab: detail.activeTabId }, { replace: true })}
        tabs={[
          { id: 'details', label: 'Details', content: <ContactDetails contact={contact} /> },
          { id: 'groups', label: 'Groups', content: <ContactGroups contact={contact} /> },
          { id: 'texts', label: 'Texts', content: <PhoneTexts phoneNumber={phoneNumber} /> },
          { id: 'consent', label: 'Consent history', content: <ConsentHistory phoneNumber={phoneNumber} /> },
        ]}
      />
      {opened === 'erase' && <EraseContact phoneNumber={phoneNumber} onClose={close} />}
      {opened === 'optOut' && <RecordOptOut phoneNumber={phoneNumber} onClose={close} />}
      {opened === 'optIn' && <RecordOptIn phoneNumber={phoneNumber} onClose={close} />}
    </Screen>
  );
}
