import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import Icon from '@cloudscape-design/components/icon';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useSettings } from '../../../api/account-lists';
import { isKeyOf } from '../../../app/chosen-of';
import { fieldError } from '../../../app/field-error';
import { StepStop } from '../../../plans/step-line';
import type { PartProps } from './composer';
import { newStep, type StepDraft, type StepKind } from './draft';
import { moved } from './move-step';
import { StepFields } from './step-fields';

const KINDS: Record<StepKind, { title: string; description: string }> = {
  send: { title: 'Send a text', description: 'Within the hours, and only while the person is opted in' },
  wait: { title: 'Wait', description: 'Some time, or until a time of day' },
  stopUnless: { title: 'Go on only if', description: 'Who does not meet a condition leaves' },
  join: { title: 'Join a group', description: 'Without a question' },
  leave: { title: 'Leave a group', description: 'Without a text' },
};
const MAX_STEPS = 20;

/** Steps of an automation on the line, each with its fields, and a menu that adds one. */
export function StepList({ draft, change, missing, error }: PartProps) {
  const { steps } = draft;
  const { data: settings } = useSettings();
  const setSteps = (next: StepDraft[]) => change({ steps: next });
  const problem = missing.steps ?? (steps.length === 0 ? fieldError(error, '/steps') : undefined);
  return (
    <>
      {steps.map((step, index) => (
        <StepStop key={step.key} marker={String(index + 1)}>
          <Container
            header={
              <Header
                variant="h2"
                actions={
                  <SpaceBetween direction="horizontal" size="xxs">
                    <Button
                      iconName="angle-up"
                      variant="icon"
                      disabled={index === 0}
                      ariaLabel={`Move step ${index + 1} up`}
                      onClick={() => setSteps(moved(steps, index, index - 1))}
                    />
                    <Button
                      iconName="angle-down"
                      variant="icon"
                      disabled={index === steps.length - 1}
                      ariaLabel={`Move step ${index + 1} down`}
                      onClick={() => setSteps(moved(steps, index, index + 1))}
                    />
                    <Button
                      iconName="remove"
                      variant="icon"
                      ariaLabel={`Remove step ${index + 1}`}
                      onClick={() => setSteps(steps.filter(({ key }) => key !== step.key))}
                    />
                  </SpaceBetween>
                }
              >
                {KINDS[step.kind].title}
              </Header>
            }
          >
            <StepFields
              step={step}
              pointer={`/steps/${index}`}
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
          <ButtonDropdown
            items={Object.entries(KINDS).map(([id, { title, description }]) => ({
              ...{ id, text: title },
              secondaryText: description,
              ...(id === 'join' &&
                settings?.silentOptIn === false && {
                  disabled: true,
                  disabledReason: 'Only in accounts that may add contacts to groups without a text.',
                }),
            }))}
            disabled={steps.length >= MAX_STEPS}
            expandToViewport
            onItemClick={({ detail }) => {
              if (isKeyOf(KINDS, detail.id)) setSteps([...steps, newStep(detail.id)]);
            }}
          >
            Add a step
          </ButtonDropdown>
          {problem !== undefined && <Alert type="error">{problem}</Alert>}
        </SpaceBetween>
      </StepStop>
    </>
  );
}
