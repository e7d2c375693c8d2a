import { unwrap } from '../../api/client';
import type { Webhook, WebhookDelivery } from '../../api/schemas';
import { useAccount } from '../../app/session';
import { countOf } from '../../format/numbers';
import { BulkDialog } from '../../lists/bulk-dialog';
import { labelOfDelivery } from './delivery-label';

interface Props {
  endpoint: Webhook;
  deliveries: WebhookDelivery[];
  onClose: (left: WebhookDelivery[]) => void;
}

/** Dialog that sends the events of several deliveries to their endpoint again. */
export function SendSeveral({ endpoint, deliveries, onClose }: Props) {
  const { api } = useAccount();
  const params = { path: { id: endpoint.id } };
  return (
    <BulkDialog
      title={`Send ${countOf(deliveries.length, 'event')} again?`}
      action={`Send ${countOf(deliveries.length, 'event')} again`}
      items={deliveries}
      labelOf={labelOfDelivery}
      run={({ eventId }) =>
        unwrap(api.POST('/console/api/webhooks/{id}/replay', { params, body: { eventId } }))
      }
      done={(count) => `${countOf(count, 'event')} on the way again.`}
      changes={[`webhooks/${endpoint.id}/deliveries`]}
      onClose={onClose}
    >
      The receiver must expect events that it has seen before.
    </BulkDialog>
  );
}
