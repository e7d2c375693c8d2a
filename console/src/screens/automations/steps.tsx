import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Icon from '@cloudscape-design/components/icon';
import FormField from '@cloudscape-design/components/form-field';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { Automation, AutomationStep, AutomationVersion } from '../../api/schemas';
import { RouteLink } from '../../app/route-link';
import { useAccount } from '../../app/session';
import { formatCount } from '../../format/numbers';
import { StepLine, StepStop } from '../../plans/step-line';
import { describeReason } from '../../recipients/reasons';
import { describeEntry, describeExit, describeStep, describeTrigger } from './describe-automation';
import { planViewsOf } from './plan-views';
import { WhoMayEnter } from './who-may-enter';
import { useVersions } from './use-automation';
import { useNames } from './use-names';

type CountedStep = AutomationVersion['steps'][number];

/** Steps of an automation from the beginning to the end, each with its own numbers. */
export function AutomationSteps({ automation }: { automation: Automation }) {
  const names = useNames();
  const [params, setParams] = useSearchParams();
  const { data: versions = [] } = useVersions(automation);
  const views = planViewsOf(automation, versions);
  const shown = views.find(({ version }) => String(version) === params.get('version')) ?? views[0];
  if (shown === undefined) return null;
  const { plan, steps } = shown;
  const options = views.map(({ version, label }) => ({ value: String(version), label }));
  return (
    <SpaceBetween size="l">
      {views.length > 1 && (
        <FormField label="Version" description="Who is on the way ends on the version that they entered.">
          <Select
            selectedOption={options.find(({ value }) => value === String(shown.version)) ?? null}
            options={options}
            onChange={({ detail }) =>
              setParams({ tab: 'steps', version: detail.selectedOption.value ?? '' }, { replace: true })
            }
          />
        </FormField>
      )}
      <StepLine label="Steps">
        <StepStop marker={<Icon name="caret-right-filled" />}>
          <Container>
            <SpaceBetween size="s">
              <Heading>{describeTrigger(plan.trigger, names)}</Heading>
              <KeyValuePairs
                columns={3}
                items={[
                  { label: 'Who may enter', value: <WhoMayEnter plan={plan} /> },
                  { label: 'How often', value: describeEntry(plan.entry) },
                  { label: 'Leaves early', value: describeExit(plan.exit, plan.trigger, names) },
                ]}
              />
            </SpaceBetween>
          </Container>
        </StepStop>
        {plan.steps.map((step, index) => (
          // Steps have no names but their places.
          <StepStop key={`${index} ${shown.version}`} marker={String(index + 1)}>
            <Container>
              <SpaceBetween size="s">
                <Heading>{describeStep(step, names)}</Heading>
                {step.send?.mediaUrl !== undefined && (
                  <Box variant="small">Picture: {step.send.mediaUrl}</Box>
                )}
                {steps?.[index] && (
                  <StepNumbers automation={automation} {...{ step, index }} counted={steps[index]} />
                )}
              </SpaceBetween>
            </Container>
          </StepStop>
        ))}
        <StepStop marker={<Icon name="check" />}>
          <Box padding={{ top: 'xs' }}>The end</Box>
        </StepStop>
      </StepLine>
    </SpaceBetween>
  );
}

const Heading = ({ children }: { children: string }) => (
  <Box variant="h3" padding="n">
    <span className="wrap-anywhere">{children}</span>
  </Box>
);

interface NumbersProps {
  automation: Automation;
  step: AutomationStep;
  index: number;
  counted: CountedStep;
}

function StepNumbers({ automation, step, index, counted: { counts, leftBy } }: NumbersProps) {
  const { path } = useAccount();
  const people = (query: string) => path(`automations/${automation.id}?tab=people&step=${index}&${query}`);
  const left = counts.exited + counts.failed;
  const waiting =
    counts.waiting === 0 ? (
      '0'
    ) : (
      <RouteLink to={people('status=waiting')}>{formatCount(counts.waiting)}</RouteLink>
    );
  return (
    <dl className="figures">
      <Figure label="Came here">{formatCount(counts.entered)}</Figure>
      <Figure label="Waiting for it">{waiting}</Figure>
      {step.send && (
        <>
          <Figure label="Sent">{formatCount(counts.sent)}</Figure>
          <Figure label="Delivered">{formatCount(counts.delivered)}</Figure>
          <Figure label="Clicked">{formatCount(counts.clicked)}</Figure>
          <Figure label="Opted out">{formatCount(counts.optedOut)}</Figure>
        </>
      )}
      <Figure label="Left here">{left === 0 ? '0' : <WhyLeft {...{ left, leftBy }} />}</Figure>
    </dl>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>
        <Box variant="awsui-key-label">{label}</Box>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

function WhyLeft({ left, leftBy }: { left: number; leftBy: CountedStep['leftBy'] }) {
  return (
    <>
      {formatCount(left)}
      {Object.entries(leftBy).map(([reason, count]) => (
        <Box key={reason} variant="small" display="block">
          {formatCount(count)} · {describeReason(reason)}
        </Box>
      ))}
    </>
  );
}
