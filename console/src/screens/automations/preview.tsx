import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useState } from 'react';
import type { Automation, AutomationPreview } from '../../api/schemas';
import { figureOf } from '../../audience/describe-count';
import { formatCount } from '../../format/numbers';
import { LoadError } from '../../lists/list-states';
import { PhonePreview } from '../campaigns/phone-preview';
import { withStepNumbers } from './describe-automation';
import { Forecast } from './forecast';
import { useAutomationPreview } from './use-automation';

/** Preview of an automation: who would enter now, the texts, and what would happen to one contact. */
export function AutomationPreviewTab({ automation }: { automation: Automation }) {
  const { data, error, refetch } = useAutomationPreview(automation);
  return (
    <SpaceBetween size="l">
      {error !== null && <LoadError error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && (
        <StatusIndicator type="loading">Looking who would enter</StatusIndicator>
      )}
      {data !== undefined && <WhoEnters automation={automation} preview={data} />}
      {data !== undefined && <Texts automation={automation} samples={data.samples} />}
      <Forecast automation={automation} />
    </SpaceBetween>
  );
}

function WhoEnters({ automation, preview }: { automation: Automation; preview: AutomationPreview }) {
  const { audience, warnings } = preview;
  const { trigger } = automation;
  const isTimed = trigger.date !== undefined || trigger.every !== undefined;
  const remarks = isTimed
    ? warnings
    : warnings.filter((warning) => !warning.startsWith('The preview counts no people'));
  return (
    <Container header={<Header variant="h2">Who would enter now</Header>}>
      <SpaceBetween size="l">
        {remarks.length > 0 && (
          <Alert type="warning" header="Worth knowing">
            <ul>
              {remarks.map((warning) => (
                <li key={warning}>{withStepNumbers(warning)}</li>
              ))}
            </ul>
          </Alert>
        )}
        {isTimed ? (
          <KeyValuePairs
            columns={3}
            items={[
              {
                label:
                  trigger.date === undefined
                    ? 'In the next run, if it began now'
                    : 'People whose date comes within a day',
                value: <Box variant="awsui-value-large">{figureOf(audience, 'sendable')}</Box>,
              },
              { label: 'Left out: not opted in', value: formatCount(audience.blocked.notOptedIn) },
              { label: 'Left out: opted out (STOP)', value: formatCount(audience.blocked.hardOptedOut) },
            ]}
          />
        ) : (
          <Box>
            {trigger.joined === undefined
              ? 'None yet: people enter when the event is reported.'
              : 'None yet: people enter when they join the group.'}
          </Box>
        )}
      </SpaceBetween>
    </Container>
  );
}

const NOBODY = 'A contact without values';

function Texts({ automation, samples }: { automation: Automation; samples: AutomationPreview['samples'] }) {
  const [to, setTo] = useState<string>();
  const people = [...new Set(samples.map((sample) => sample.to ?? NOBODY))];
  const chosen = people.find((one) => one === to) ?? people[0];
  const texts = samples.filter((sample) => (sample.to ?? NOBODY) === chosen);
  if (texts.length === 0) return null;
  return (
    <Container header={<Header variant="h2">Texts</Header>}>
      <SpaceBetween size="l">
        {people.length > 1 || chosen !== NOBODY ? (
          <FormField label="With the values of">
            <Select
              selectedOption={{ value: chosen ?? '', label: chosen ?? '' }}
              options={people.map((value) => ({ value, label: value }))}
              onChange={({ detail }) => setTo(detail.selectedOption.value)}
            />
          </FormField>
        ) : (
          <Box variant="small">
            As they are written, for want of people who would enter now. Below, they are filled in for a
            contact.
          </Box>
        )}
        <div className="phones">
          {texts.map(({ step, to: sampled, body }) => (
            <div key={step}>
              <Box variant="awsui-key-label" textAlign="center" padding={{ bottom: 'xs' }}>
                Step {step + 1}
              </Box>
              <PhonePreview
                from={automation.from}
                body={sampled === undefined ? (automation.steps[step]?.send?.body ?? '') : body}
                mediaUrl={automation.steps[step]?.send?.mediaUrl}
              />
            </div>
          ))}
        </div>
      </SpaceBetween>
    </Container>
  );
}
