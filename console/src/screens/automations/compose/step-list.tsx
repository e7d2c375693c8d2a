import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import Icon from '@cloudscape-design/components/icon';
import LiveRegion from '@cloudscape-design/components/live-region';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { fieldError } from '../../../app/field-error';
import { StepStop } from '../../../plans/step-line';
import type { PartProps } from './composer';
import { newStep, type StepDraft, type StepKind } from './draft';
import { StepFields } from './step-fields';
import { AddStep, InsertStep, STEP_KINDS } from './step-menu';
import { inserted, isFull, moved } from './step-order';
import { useStepFocus } from './use-step-focus';

/** Steps of an automation on the line, each with its fields, and menus that add one at the end or beside another. */
export function StepList({ draft, change, missing, error, savedSteps }: PartProps) {
  const { steps } = draft;
  const focus = useStepFocus();
  const [said, setSaid] = useState('');
  const setSteps = (next: StepDraft[]) => change({ steps: next });
  const problem = missing.steps ?? (steps.length === 0 ? fieldError(error, '/steps') : undefined);

  const insert = (kind: StepKind, at: number) => {
    const step = newStep(kind);
    setSteps(inserted(steps, at, step));
    setSaid(`A step is inserted as step ${at + 1}.`);
    focus([{ key: step.key, part: 'field' }]);
  };
  const move = ({ key }: StepDraft, from: number, to: number) => {
    setSteps(moved(steps, from, to));
    setSaid(`The step is now step ${to + 1} of ${steps.length}.`);
    const parts = to < from ? (['up', 'down'] as const) : (['down', 'up'] as const);
    focus(parts.map((part) => ({ key, part })));
  };
  const remove = (step: StepDraft, index: number) => {
    setSteps(steps.filter(({ key }) => key !== step.key));
    setSaid(`Step ${index + 1} is removed.`);
    const neighbours = [steps[index + 1], steps[index - 1]].filter((other) => other !== undefined);
    focus(neighbours.map(({ key }) => ({ key, part: 'remove' })));
  };
  return (
    <>
      {steps.map((step, index) => (
        <StepStop key={step.key} stepKey={step.key} marker={String(index + 1)}>
          <Container
            header={
              <Header
                variant="h2"
                actions={
                  <SpaceBetween direction="horizontal" size="xxs">
                    <InsertStep
                      number={index + 1}
                      isFull={isFull(steps)}
                      onInsert={(kind, by) => insert(kind, index + by)}
                    />
                    <Button
                      data-part="up"
                      iconName="angle-up"
                      variant="icon"
                      disabled={index === 0}
                      ariaLabel={`Move step ${index + 1} up`}
                      onClick={() => move(step, index, index - 1)}
                    />
                    <Button
                      data-part="down"
                      iconName="angle-down"
                      variant="icon"
                      disabled={index === steps.length - 1}
                      ariaLabel={`Move step ${index + 1} down`}
                      onClick={() => move(step, index, index + 1)}
                    />
                    <Button
                      data-part="remove"
                      iconName="remove"
                      variant="icon"
                      ariaLabel={`Remove step ${index + 1}`}
                      onClick={() => remove(step, index)}
                    />
                  </SpaceBetween>
                }
              >
                {STEP_KINDS[step.kind].title}
              </Header>
            }
          >
            <StepFields
              step={step}
              pointer={`/steps/${savedSteps.indexOf(step.key)}`}
              isOfEvent={draft.begins === 'event'}
              change={(part) =>
                setSteps(steps.map((other) => (other.key === step.key ? { ...other, ...part } : other)))
              }
              missing={missing.ofSteps.get(step.key)}
              error={error}
            />
          </Container>
        </StepStop>
      ))}
      <StepStop marker={<Icon name="add-plus" />}>
        <SpaceBetween size="s">
          <AddStep isFull={isFull(steps)} onAdd={(kind) => insert(kind, steps.length)} />
          {problem !== undefined && <Alert type="error">{problem}</Alert>}
          <LiveRegion hidden>{said}</LiveRegion>
        </SpaceBetween>
      </StepStop>
    </>
  );
}
