import Container from '@cloudscape-design/components/container';
import type { Campaign, RecipientResult } from '../../api/schemas';
import { unwrap } from '../../api/client';
import { useAccount } from '../../app/session';
import { RecipientTable } from '../../recipients/recipient-table';
import type { RecipientFilter } from '../../recipients/recipient-filter';

/** Table with the outcome for each recipient of a campaign. */
export function Recipients({ campaign }: { campaign: Campaign }) {
  const { id, api } = useAccount();
  const read = (filter: RecipientFilter, cursor: string | undefined) => {
    const query = { limit: 50, ...filter, ...(cursor && { cursor }) };
    return unwrap(
      api.GET('/api/v1/campaigns/{id}/recipients', {
        params: { path: { id: campaign.id }, query },
      }),
    ) as Promise<{ results: RecipientResult[]; nextCursor?: string }>;
  };
  if (campaign.status === 'awaitingApproval' || campaign.status === 'scheduled') {
    return <Container>Recipients are chosen when the campaign begins.</Container>;
  }
  return <RecipientTable queryKey={[id, 'campaigns', campaign.id, 'recipients']} read={read} />;
}
