import Box from '@cloudscape-design/components/box';
import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { CampaignPreview } from '../../api/schemas';
import { describeLength } from '../../texts/describe-length';
import { CAMPAIGN_TEXT } from '../../texts/pieces';
import { nameTags, textWithoutValues } from '../../texts/tag-words';
import { longestOf } from './longest-of';
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

/**
 * Previews of a text: with the values of one of the newest recipients, of which the longest text is shown first, and as a
 * recipient without any of its values gets it.
 */
export function SamplePreview({ from, samples = [], body, mediaUrl, caption }: Props) {
  const [to, setTo] = useState<string>();
  const longest = longestOf(samples);
  const sample = samples.find((one) => one.to === to) ?? longest;
  const options = samples.map((one) => ({
    value: one.to,
    label: one.to,
    ...(samples.length > 1 && one.to === longest?.to && { tags: ['The longest text'] }),
  }));
  const bare = textWithoutValues(body, CAMPAIGN_TEXT);
  return (
    <SpaceBetween size="m">
      {sample !== undefined && (
        <FormField
          label="With the values of"
          constraintText={mediaUrl === undefined ? describeLength([sample.body]).words : undefined}
        >
          <Select
            selectedOption={{ value: sample.to, label: sample.to }}
            options={options}
            onChange={({ detail }) => setTo(detail.selectedOption.value)}
          />
        </FormField>
      )}
      <PhonePreview
        from={from}
        body={sample?.body ?? nameTags(body)}
        mediaUrl={mediaUrl}
        caption={sample === undefined ? caption : undefined}
      />
      {bare.hasValues && (
        <>
          <Box variant="awsui-key-label">Without any of its values</Box>
          <PhonePreview from={from} body={bare.text} mediaUrl={mediaUrl} />
        </>
      )}
    </SpaceBetween>
  );
}
