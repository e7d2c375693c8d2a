import Alert from '@cloudscape-design/components/alert';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useSegments } from '../../../api/account-lists';
import { fieldError } from '../../../app/field-error';
import { AudienceCount, useAudienceCount, type AudienceChoice } from '../../../audience/audience-count';
import { AudienceEditor } from '../../../audience/audience-editor';
import { PurposeField } from '../../../plans/purpose-field';
import { SenderField } from '../../../plans/sender-field';
import { DescribeAudience } from '../describe-audience';
import type { StepProps } from './composer';
import { isAudienceMissing, isNameMissing, isSenderMissing } from './missing';

/** Step for name, purpose, sender and audience, with a count of the contacts. */
export function AudienceStep({ draft, change, showsMissing, error }: StepProps) {
  const nameError =
    showsMissing && isNameMissing(draft) ? 'Give the campaign a name.' : fieldError(error, '/name');
  const senderError =
    showsMissing && isSenderMissing(draft)
      ? 'Choose the number or sender it is sent from.'
      : fieldError(error, '/from');
  return (
    <SpaceBetween size="l">
      <Container header={<Header variant="h2">Campaign</Header>}>
        <SpaceBetween size="l">
          <FormField label="Name" description="Only you see it." errorText={nameError}>
            <Input value={draft.name} onChange={({ detail }) => change({ name: detail.value })} />
          </FormField>
          <PurposeField purpose={draft.purpose} onChange={(purpose) => change({ purpose })} />
          <SenderField from={draft.from} onChange={(from) => change({ from })} error={senderError} />
        </SpaceBetween>
      </Container>
      <AudienceChoiceContainer
        draft={draft}
        change={change}
        missing={
          showsMissing && isAudienceMissing(draft)
            ? 'Choose who the campaign is for.'
            : fieldError(error, '/audience')
        }
      />
    </SpaceBetween>
  );
}

function AudienceChoiceContainer({
  draft,
  change,
  missing,
}: Pick<StepProps, 'draft' | 'change'> & { missing: string | undefined }) {
  const segments = useSegments();
  const { audience } = draft;
  const [source, setSource] = useState(audience.segmentId === undefined ? 'here' : 'segment');
  const choice: AudienceChoice | undefined =
    audience.segmentId !== undefined
      ? { segmentId: audience.segmentId }
      : audience.retryOf === undefined
        ? { audience }
        : undefined;
  const count = useAudienceCount(
    source === 'segment' && audience.segmentId === undefined ? undefined : choice,
  );
  const options = (segments.data ?? []).map(({ id, name }) => ({ value: id, label: name }));

  if (audience.retryOf !== undefined) {
    return (
      <Container header={<Header variant="h2">Audience</Header>}>
        <DescribeAudience audience={audience} />
      </Container>
    );
  }
  return (
    <Container header={<Header variant="h2">Audience</Header>}>
      <SpaceBetween size="l">
        <SegmentedControl
          label="Where the audience comes from"
          selectedId={source}
          onChange={({ detail }) => {
            setSource(detail.selectedId);
            change({ audience: {} });
          }}
          options={[
            { id: 'here', text: 'Choose here' },
            { id: 'segment', text: 'A saved segment' },
          ]}
        />
        {source === 'segment' ? (
          <FormField label="Segment">
            <Select
              selectedOption={options.find(({ value }) => value === audience.segmentId) ?? null}
              options={options}
              placeholder="Choose a segment"
              empty="There are no segments yet."
              filteringType="auto"
              onChange={({ detail }) =>
                change({ audience: { segmentId: detail.selectedOption.value ?? '' } })
              }
            />
          </FormField>
        ) : (
          <AudienceEditor audience={audience} onChange={(next) => change({ audience: next })} />
        )}
        {missing !== undefined && <Alert type="error">{missing}</Alert>}
        {choice !== undefined && <AudienceCount count={count} of={audience} />}
      </SpaceBetween>
    </Container>
  );
}
