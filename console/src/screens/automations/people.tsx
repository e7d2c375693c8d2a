import Box from '@cloudscape-design/components/box';
import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import { useSearchParams } from 'react-router';
import { unwrap } from '../../api/client';
import type { Automation, AutomationPerson } from '../../api/schemas';
import { isKeyOf } from '../../app/chosen-of';
import { RouteLink } from '../../app/route-link';
import { useAccount } from '../../app/session';
import { formatWallClock } from '../../format/dates';
import { When } from '../../format/when';
import { EmptyList } from '../../lists/list-states';
import { ResourceTable } from '../../lists/resource-table';
import { usePages } from '../../lists/use-pages';
import { describeReason } from '../../recipients/reasons';
import { useContactNames } from '../../recipients/use-contact-names';
import { nameOfStep } from './describe-automation';
import { planViewsOf } from './plan-views';
import { useVersions } from './use-automation';
import { useNames } from './use-names';

const STATUSES: Record<AutomationPerson['status'], { text: string; type: StatusIndicatorProps.Type }> = {
  waiting: { text: 'On the way', type: 'pending' },
  completed: { text: 'Completed', type: 'success' },
  exited: { text: 'Left early', type: 'stopped' },
  failed: { text: 'Failed', type: 'error' },
};
const ANY_STATUS = { value: '', label: 'Any status' };
const ANY_STEP = { value: '', label: 'Any step' };
const ANY_RUN = { value: '', label: 'Any time' };
const STATUS_OPTIONS = [
  ANY_STATUS,
  ...Object.entries(STATUSES).map(([value, { text }]) => ({ value, label: text })),
];

/** Table of the people of an automation: where each is, and why they left. The address keeps the filter. */
export function AutomationPeople({ automation }: { automation: Automation }) {
  const { id, api, path } = useAccount();
  const names = useNames();
  const [params, setParams] = useSearchParams();
  const { data: versions = [] } = useVersions(automation);
  const views = planViewsOf(automation, versions);
  const stepsOf = (version: number) =>
    (views.find((view) => view.version === version) ?? views[0])?.plan.steps ?? automation.steps;

  const wanted = params.get('status') ?? '';
  const status = isKeyOf(STATUSES, wanted) ? wanted : undefined;
  const step = params.get('step') ?? '';
  const run = params.get('run') ?? '';
  const pages = usePages({
    queryKey: [id, 'automations', automation.id, 'people', status, step, run],
    fetchPage: (page) => {
      const query = {
        ...page,
        ...(status && { status }),
        ...(step !== '' && { step: Number(step) }),
        ...(run !== '' && { run }),
      };
      const path_ = { id: automation.id };
      return unwrap(api.GET('/api/v1/automations/{id}/people', { params: { path: path_, query } }));
    },
    refetchIntervalMs: 10_000,
  });
  const contactNames = useContactNames(pages.items.map(({ to }) => to));
  const choose = (name: string, value: string | undefined) => {
    const next = new URLSearchParams(params);
    if (value === undefined || value === '') next.delete(name);
    else next.set(name, value);
    setParams(next, { replace: true });
  };
  const current = views.find(({ steps }) => steps !== undefined)?.plan.steps ?? automation.steps;
  const stepOptions = [
    ANY_STEP,
    ...current.map((_, index) => ({ value: String(index), label: nameOfStep(index, current, names) })),
  ];
  const runOptions = [
    ANY_RUN,
    ...(automation.runs ?? []).map(({ run: value }) => ({ value, label: formatWallClock(value) })),
  ];
  return (
    <ResourceTable
      pages={pages}
      label="People"
      trackBy={({ to, enteredAt, version }) => `${to} ${enteredAt} ${version}`}
      filter={
        <SpaceBetween direction="horizontal" size="m">
          <FormField label="Status">
            <Select
              selectedOption={STATUS_OPTIONS.find(({ value }) => value === status) ?? ANY_STATUS}
              options={STATUS_OPTIONS}
              onChange={({ detail }) => choose('status', detail.selectedOption.value)}
            />
          </FormField>
          <FormField label="At the step">
            <Select
              selectedOption={stepOptions.find(({ value }) => value === step) ?? ANY_STEP}
              options={stepOptions}
              onChange={({ detail }) => choose('step', detail.selectedOption.value)}
            />
          </FormField>
          {automation.trigger.every !== undefined && (
            <FormField label="Entered at">
              <Select
                selectedOption={runOptions.find(({ value }) => value === run) ?? ANY_RUN}
                options={runOptions}
                onChange={({ detail }) => choose('run', detail.selectedOption.value)}
              />
            </FormField>
          )}
        </SpaceBetween>
      }
      empty={
        automation.counts.entered === 0 ? (
          <EmptyList title="No people yet">
            Once it is started, those who enter are here. “What would happen to this contact” tries it.
          </EmptyList>
        ) : (
          <EmptyList title="No such people">Choose another status or step.</EmptyList>
        )
      }
      columns={[
        {
          id: 'to',
          header: 'Contact',
          isRowHeader: true,
          cell: ({ to }) => {
            if (to === null) return 'Erased contact';
            const name = contactNames.get(to);
            return (
              <>
                <RouteLink to={path(`contacts/${encodeURIComponent(to)}`)}>{name ?? to}</RouteLink>
                {name !== undefined && (
                  <Box variant="small" display="block">
                    {to}
                  </Box>
                )}
              </>
            );
          },
        },
        { id: 'status', header: 'Status', minWidth: 120, cell: statusOf },
        {
          id: 'step',
          header: 'Step',
          minWidth: 160,
          cell: (person) => nameOfStep(person.step, stepsOf(person.version), names),
        },
        {
          id: 'due',
          header: 'Goes on',
          minWidth: 120,
          cell: ({ dueAt }) => (automation.status === 'paused' && dueAt ? 'Held' : <When at={dueAt} />),
        },
        {
          id: 'why',
          header: 'Why',
          minWidth: 110,
          cell: ({ reason }) => (reason === undefined ? '–' : describeReason(reason)),
        },
        {
          id: 'entered',
          header: 'Entered',
          minWidth: 120,
          cell: ({ enteredAt }) => <When at={enteredAt} />,
        },
        { id: 'ended', header: 'Ended', minWidth: 120, cell: ({ endedAt }) => <When at={endedAt} /> },
      ]}
    />
  );
}

function statusOf({ status }: AutomationPerson) {
  const { text, type } = STATUSES[status];
  return (
    <StatusIndicator type={type} wrapText={false}>
      {text}
    </StatusIndicator>
  );
}
