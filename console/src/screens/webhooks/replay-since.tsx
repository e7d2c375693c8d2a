import Checkbox from '@cloudscape-design/components/checkbox';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import TimeInput from '@cloudscape-design/components/time-input';
import { useState } from 'react';
import type { Webhook } from '../../api/schemas';
import { DayInput } from '../../app/day-input';
import { fieldError } from '../../app/field-error';
import { FormModal } from '../../app/form-modal';
import { useAccount } from '../../app/session';
import { useChange } from '../../app/use-change';
import { dayOf } from '../../format/dates';
import { countOf } from '../../format/numbers';
import { instantOfReader } from '../../format/reader-clock';
import { sendAgain } from './send-again';

/** Dialog that replays failed deliveries since a time, for a receiver that was down. */
export function ReplaySince({ endpoint, onClose }: { endpoint: Webhook; onClose: () => void }) {
  const { id: accountId, api } = useAccount();
  const [day, setDay] = useState(() => dayOf(new Date().toISOString()));
  const [time, setTime] = useState('00:00');
  const [includeDelivered, setIncludeDelivered] = useState(false);
  const since = `${day}T${time === '' ? '00:00' : time}`;
  const send = useChange({
    run: () => sendAgain(api, endpoint.id, { since: instantOfReader(since), includeDelivered }),
    done: (count: number) =>
      count === 0 ? 'There was nothing to send again.' : `${countOf(count, 'event')} sent again.`,
    ...{ failed: 'They were not sent again', isQuiet: true },
    changes: [
      [accountId, 'webhooks'],
      [accountId, `webhooks/${endpoint.id}/deliveries`],
    ],
    onDone: onClose,
  });
  return (
    <FormModal
      title="Send again what failed"
      action="Send again"
      isBusy={send.isPending}
      isDisabled={Number.isNaN(Date.parse(`${since}Z`))}
      error={send.error}
      onCancel={onClose}
      onSubmit={() => send.mutate(undefined)}
    >
      <SpaceBetween direction="horizontal" size="m">
        <FormField label="Events since" errorText={fieldError(send.error, '/since')}>
          <DayInput value={day} onChange={setDay} />
        </FormField>
        <FormField label="Time, by your clock">
          <TimeInput
            value={time}
            format="hh:mm"
            placeholder="hh:mm"
            onChange={({ detail }) => setTime(detail.value)}
          />
        </FormField>
      </SpaceBetween>
      <Checkbox
        checked={includeDelivered}
        description="For a receiver that lost what it had taken. It must expect events that it has seen before."
        onChange={({ detail }) => setIncludeDelivered(detail.checked)}
      >
        Also what was delivered
      </Checkbox>
    </FormModal>
  );
}
