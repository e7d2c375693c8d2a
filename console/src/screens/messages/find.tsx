import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useCampaignChoice } from '../../api/account-lists';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { PhoneTexts } from '../../messages/message-table';
import { CampaignSelect } from '../../messages/text-filter-fields';
import { CampaignRecipients } from '../../recipients/campaign-recipients';
import { MessageLog } from './log';
import { PhoneNotice } from './phone-notice';
import { readWanted } from './read-wanted';

const NO_CAMPAIGN = { value: '', label: 'Choose a campaign' };

/** Screen that finds a text by its id, or the texts of a phone or a campaign: the start for questions about a missing text. */
export function Component() {
  const { path } = useAccount();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const phone = params.get('phone') ?? '';
  const [text, setText] = useState(phone);
  const { data: campaigns = [] } = useCampaignChoice();
  const campaign = campaigns.find(({ id }) => id === params.get('campaign'));
  const find = () => {
    const wanted = readWanted(text);
    if ('phone' in wanted) setParams({ phone: wanted.phone });
    else void navigate(path(wanted.screen));
  };
  return (
    <Screen title="Messages" description="Find out what became of a text.">
      <Container>
        <SpaceBetween size="m">
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (text.trim() !== '') find();
            }}
          >
            <FormField
              label="Phone number, name or id of a text"
              constraintText="Such as (206) 555-0123 or msg_…. A name leads to the contacts: a contact’s page has its texts."
              secondaryControl={<Button formAction="submit">Find</Button>}
            >
              <Input
                value={text}
                type="search"
                ariaLabel="Phone number, name or id of a text"
                onChange={({ detail }) => {
                  setText(detail.value);
                  // The cross in the field ends the search.
                  if (detail.value === '' && phone !== '') setParams({});
                }}
              />
            </FormField>
          </form>
          {phone === '' && (
            <FormField label="Or all texts of a campaign">
              <CampaignSelect
                none={NO_CAMPAIGN}
                onChange={(chosen) => setParams(chosen ? { campaign: chosen } : {})}
              />
            </FormField>
          )}
        </SpaceBetween>
      </Container>
      {phone !== '' && <PhoneNotice key={`notice ${phone}`} phoneNumber={phone} />}
      {phone !== '' && <PhoneTexts key={phone} phoneNumber={phone} />}
      {phone === '' && campaign !== undefined && <CampaignRecipients key={campaign.id} campaign={campaign} />}
      {phone === '' && !params.has('campaign') && <MessageLog />}
    </Screen>
  );
}
