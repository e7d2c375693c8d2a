import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { CampaignPreview } from '../../api/schemas';
import { PhonePreview } from './phone-preview';

interface Props {
  from: string;
  /** Absent until the service has resolved the text. */
  samples: CampaignPreview['samples'] | undefined;
  /** Body with its merge tags, shown when there is no sample. */
  body: string;
  mediaUrl?: string | undefined;
  /** Caption when there is no sample. */
  caption?: string | undefined;
}

/** Preview of the text with the values of one of the newest recipients, whom the user chooses. */
export function SamplePreview({ from, samples = [], body, mediaUrl, caption }: Props) {
  const [to, setTo] = useState<string>();
  const sample = samples.find((one) => one.to === to) ?? samples[0];
  const options = samples.map(({ to: value }) => ({ value, label: value }));
  return (
    <SpaceBetween size="m">
      {sample !== undefined && (
        <FormField label="With the values of">
          <Select
            selectedOption={{ value: sample.to, label: sample.to }}
            options={options}
            onChange={({ detail }) => setTo(detail.selectedOption.value)}
          />
        </FormField>
      )}
      <PhonePreview
        from={from}
        body={sample?.body ?? body}
        mediaUrl={mediaUrl}
        caption={sample === undefined ? caption : undefined}
      />
    </SpaceBetween>
  );
}
