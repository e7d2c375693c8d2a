import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Icon from '@cloudscape-design/components/icon';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import { describeError } from '../../api/request-error';
import type { Automation, AutomationForecast } from '../../api/schemas';
import { useAccount } from '../../app/session';
import { formatTimeIn } from '../../format/dates';
import { StepLine, StepStop } from '../../plans/step-line';
import { wholeNumberOf } from '../../search/search-text';
import { describeReason } from '../../recipients/reasons';
import { describeStep } from './describe-automation';
import { describeRefusal, describeWhen } from './describe-forecast';
import { useNames } from './use-names';

/** Form that foresees the way of one contact through an automation. */
export function Forecast({ automation }: { automation: Automation }) {
  const { id, api } = useAccount();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [id, 'automations', automation.id, 'forecast', automation.updatedAt, asked],
    queryFn: () =>
      unwrap(
        api.GET('/api/v1/automations/{id}/forecast/{phoneNumber}', {
          params: { path: { id: automation.id, phoneNumber: asked } },
        }),
      ),
    enabled: asked !== '',
    staleTime: 0,
  });
  const ask = () => {
    const next = wholeNumberOf(typed) ?? typed.trim();
    if (next === asked) void refetch();
    setAsked(next);
  };
  return (
    <Container header={<Header variant="h2">What would happen to this contact</Header>}>
      <SpaceBetween size="l">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (typed.trim() !== '') ask();
          }}
        >
          <FormField
            label="Phone number of a contact"
            constraintText="With country code, such as +12065550123. Nothing is sent."
            errorText={error === null ? undefined : describeError(error)}
            secondaryControl={
              <Button loading={isFetching} disabled={typed.trim() === ''} onClick={ask} formAction="none">
                Show
              </Button>
            }
          >
            <Input value={typed} inputMode="tel" onChange={({ detail }) => setTyped(detail.value)} />
          </FormField>
        </form>
        <div aria-live="polite">
          {data !== undefined && error === null && <Way automation={automation} forecast={data} />}
        </div>
      </SpaceBetween>
    </Container>
  );
}

function Way({ automation, forecast }: { automation: Automation; forecast: AutomationForecast }) {
  const names = useNames();
  const { refusal, timeZone = 'UTC', entersAt, steps, end } = forecast;
  if (refusal !== undefined) return <Alert type="info">{describeRefusal(refusal)}</Alert>;
  const time = (iso: string) => formatTimeIn(iso, timeZone);
  return (
    <SpaceBetween size="s">
      <Box variant="small">
        Times by the clock of the contact ({timeZone}), with the contact as it is now.
      </Box>
      <StepLine label="What would happen">
        <StepStop marker={<Icon name="caret-right-filled" />}>
          <Moment at={entersAt && time(entersAt)}>{describeWhen(automation.trigger)}</Moment>
        </StepStop>
        {steps.map(({ step, at, until, body, refusal: failure }, index) => {
          const planned = automation.steps[step];
          return (
            <StepStop key={`${step} ${index}`} marker={String(step + 1)}>
              <Moment at={until === undefined ? time(at) : `Until ${time(until)}`}>
                {body !== undefined
                  ? `Gets “${body}”`
                  : planned === undefined
                    ? ''
                    : describeStep(planned, names)}
              </Moment>
              {failure !== undefined && <Alert type="warning">The text would fail: {failure}</Alert>}
            </StepStop>
          );
        })}
        {end && (
          <StepStop marker={<Icon name={end.status === 'completed' ? 'check' : 'close'} />}>
            <Moment at={time(end.at)}>
              {end.status === 'completed'
                ? 'Completed'
                : `${end.status === 'failed' ? 'Fails' : 'Leaves'} at step ${end.step + 1}: ${describeReason(end.reason ?? '')}`}
            </Moment>
          </StepStop>
        )}
      </StepLine>
    </SpaceBetween>
  );
}

function Moment({ at, children }: { at: string | undefined; children: string }) {
  return (
    <Box padding={{ top: 'xxs' }}>
      <Box variant="small" display="block">
        {at}
      </Box>
      <span className="wrap-anywhere">{children}</span>
    </Box>
  );
}
