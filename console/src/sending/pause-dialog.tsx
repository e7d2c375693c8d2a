import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useState } from 'react';
import { fieldError } from '../app/field-error';
import { FormModal } from '../app/form-modal';
import { useChange } from '../app/use-change';
import { ALL_HOLDS } from './holds';
import type { PauseTarget } from './pause-target';

const MOST_CHARACTERS = 200;

/** Dialog that says what a pause does, takes a reason, and pauses. */
export function PauseDialog({ target, onClose }: { target: PauseTarget; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const given = reason.trim();
  const pause = useChange({
    run: () => target.pause(given === '' ? undefined : given),
    ...{ done: target.paused, failed: 'It was not paused', isQuiet: true },
    changes: [[ALL_HOLDS]],
    onDone: onClose,
  });
  const isTooLong = Array.from(given).length > MOST_CHARACTERS;
  return (
    <FormModal
      title={target.question}
      action="Pause sending"
      isBusy={pause.isPending}
      isDisabled={isTooLong}
      error={pause.error}
      onCancel={onClose}
      onSubmit={() => pause.mutate(undefined)}
    >
      <ul className="plain-list">
        <li>New texts, broadcasts and batches are refused, and no campaign can be launched.</li>
        <li>
          What is under way waits for up to 24 hours, a campaign until it expires. Who is not reached by then
          is skipped, and the credits come back.
        </li>
        <li>Answers to STOP still go out.</li>
        <li>Nothing is sent until someone resumes it.</li>
      </ul>
      <FormField
        label="Reason (optional)"
        constraintText={`${target.readers} reads it. Up to ${MOST_CHARACTERS} characters.`}
        errorText={isTooLong ? `Up to ${MOST_CHARACTERS} characters.` : fieldError(pause.error, '/reason')}
      >
        <Input value={reason} onChange={({ detail }) => setReason(detail.value)} />
      </FormField>
    </FormModal>
  );
}
