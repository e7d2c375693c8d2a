import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { ApiKey } from '../../api/schemas';
import { fieldError } from '../../app/field-error';
import { FormModal } from '../../app/form-modal';
import { useAccountChange } from '../../app/use-account-change';
import { formatDateTime } from '../../format/dates';
import { EndChoice } from './end-choice';
import { type EndState, readEnd } from './end-state';
import { inHours } from './key-life';

const DEFAULT_OVERLAP = { value: '24', label: 'For a day' };
const OVERLAPS = [
  { value: '1', label: 'For an hour' },
  DEFAULT_OVERLAP,
  { value: '72', label: 'For 3 days' },
  { value: '168', label: 'For a week' },
  { value: '720', label: 'For 30 days' },
  { value: '0', label: 'Not at all: it ends now' },
];

interface Props {
  apiKey: ApiKey;
  /** Name of the key in a sentence. */
  name: string;
  onClose: () => void;
  onRotated: (secret: string) => void;
}

/** Form that gives a key a new secret. Its name and what it may do stay. */
export function RotateKey({ apiKey, name, onClose, onRotated }: Props) {
  const [overlap, setOverlap] = useState(DEFAULT_OVERLAP);
  const [end, setEnd] = useState<EndState>({ end: 'same', day: '' });
  const [isTried, setIsTried] = useState(false);
  const { hours, isMissing } = readEnd(end, Date.now());
  const overlapHours = Number(overlap.value);
  const rotate = useAccountChange({
    run: (api) =>
      unwrap(
        api.POST('/console/api/keys/{id}/rotate', {
          params: { path: { id: apiKey.id } },
          body: { overlapHours, ...(hours !== undefined && { expiresInHours: hours }) },
        }),
      ),
    failed: 'The key was not rotated',
    isQuiet: true,
    changes: ['keys'],
    onDone: ({ id, secret }) => onRotated(`${id}:${secret}`),
  });
  return (
    <FormModal
      title={`Give ${name} a new secret`}
      action="Rotate"
      isBusy={rotate.isPending}
      error={rotate.error}
      onCancel={onClose}
      onSubmit={() => {
        setIsTried(true);
        if (!isMissing) rotate.mutate(undefined);
      }}
    >
      <FormField
        label="How long the present secret works on"
        description="Both secrets work meanwhile, so that programs can change over. Name, id and what the key may do stay."
        constraintText={
          overlapHours > 0 &&
          `Until ${formatDateTime(inHours(overlapHours, Date.now()))}, then it is refused.`
        }
      >
        <Select
          selectedOption={overlap}
          options={OVERLAPS}
          expandToViewport
          onChange={({ detail }) =>
            setOverlap(OVERLAPS.find(({ value }) => value === detail.selectedOption.value) ?? overlap)
          }
        />
      </FormField>
      <EndChoice
        state={end}
        same={
          apiKey.expiresAt === undefined ? 'Never, as now' : `As now: ${formatDateTime(apiKey.expiresAt)}`
        }
        error={isTried && isMissing ? 'Choose a day to come.' : fieldError(rotate.error, '/expiresInHours')}
        onChange={setEnd}
      />
    </FormModal>
  );
}
