import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { unwrap } from '../../api/client';
import { useAccount } from '../../app/session';
import { useAccountChange } from '../../app/use-account-change';
import { formatDateTime } from '../../format/dates';
import { describeSetAside, type SetAsideReason } from './describe-set-aside';

interface Props {
  contact: { phoneNumber: string; setAsideReason?: SetAsideReason };
  setAsideAt: string;
}

/** Tells that the number of a contact is set aside, and puts it back. */
export function SetAsideAlert({ contact: { phoneNumber, setAsideReason }, setAsideAt }: Props) {
  const { can } = useAccount();
  const putBack = useAccountChange({
    run: (api) =>
      unwrap(
        api.POST('/api/v1/contacts/by-phone/{phoneNumber}/put-back', { params: { path: { phoneNumber } } }),
      ),
    done: 'The number is put back. Campaigns take it again.',
    failed: 'The number was not put back',
    changes: ['contact', 'contacts'],
  });
  return (
    <Alert
      type="warning"
      header={describeSetAside(setAsideReason, formatDateTime(setAsideAt))}
      action={
        can('contacts:write') && (
          <Button loading={putBack.isPending} onClick={() => putBack.mutate(undefined)}>
            Put back
          </Button>
        )
      }
    >
      {setAsideReason === 'failures' && 'Three texts in a row failed because the number is not valid. '}
      Broadcasts, batches, campaigns and automations leave it out until it is put back.
    </Alert>
  );
}
