import Container from '@cloudscape-design/components/container';
import type { Campaign } from '../api/schemas';
import { unwrap } from '../api/client';
import { useAccount } from '../app/session';
import { RecipientTable } from './recipient-table';

/** Table with the outcome for each recipient of a campaign. */
export function CampaignRecipients({ campaign }: { campaign: Campaign }) {
  const { id, api } = useAccount();
  if (campaign.status === 'awaitingApproval' || campaign.status === 'scheduled') {
    return <Container>Recipients are chosen when the campaign begins.</Container>;
  }
  return (
    <RecipientTable
      queryKey={[id, 'campaigns', campaign.id, 'recipients']}
      read={(query) => {
        const params = { path: { id: campaign.id }, query };
        return unwrap(api.GET('/api/v1/campaigns/{id}/recipients', { params }));
      }}
    />
  );
}
