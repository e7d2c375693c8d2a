import { foreseeWay } from '../../../shared/automations/plan/foresee-way';
import { listPeople, presentPerson, readPersonStatus } from '../../../shared/automations/plan/list-people';
import { previewAutomation } from '../../../shared/automations/plan/preview-automation';
import { findAutomationOrThrow } from '../../../shared/automations/record/automation-store';
import { withCampaigns } from '../../../shared/campaigns/plan/campaigns-of-accounts';
import type { E164 } from '../../../shared/phone-numbers/e164';
import type { AddVerbs } from '../add-verbs';
import { audienceRows } from '../audience-rows';
import { parseCount, parsePhone } from '../option-types';
import { ownerOf } from '../owner';
import type { Cell, Report } from '../report';
import { addVerb, requireAccount } from '../verb';
import { type AutomationOptions, withAutomation } from './automation-options';

/** Adds the verbs that say what an automation would do, and what it does with each person. **Source:** rules E10. */
export const addAutomationTrial: AddVerbs = (noun, io) => {
  addVerb<AutomationOptions>(noun, io, {
    name: 'preview',
    summary: 'count who would enter now, and show texts for some of them',
    declare: withAutomation,
    run: async ({ target }, { account: accountId, automation: automationId }) => {
      const owner = await ownerOf(target, accountId);
      const automation = await findAutomationOrThrow(target.table, { accountId, automationId });
      return reportPreview(await previewAutomation(withCampaigns(target), { ...owner, automation }));
    },
  });
  addVerb<AutomationOptions & { phone: E164 }>(noun, io, {
    name: 'forecast',
    summary: 'say what would happen to one contact, with times and texts',
    declare: (command) =>
      withAutomation(command).requiredOption('--phone <e164>', 'phone number of the contact', parsePhone),
    run: async ({ target }, { account: accountId, automation: automationId, phone: phoneNumber }) => {
      const owner = await ownerOf(target, accountId);
      const automation = await findAutomationOrThrow(target.table, { accountId, automationId });
      const options = { ...owner, automation, phoneNumber };
      return reportForecast(await foreseeWay(withCampaigns(target), options));
    },
  });
  addVerb<AutomationOptions & { status?: string; limit?: number }>(noun, io, {
    name: 'people',
    summary: 'list the people of an automation, with their step',
    declare: (command) =>
      withAutomation(command)
        .option('--status <status>', 'only those in this state')
        .option('--limit <n>', 'at most so many (100)', parseCount),
    run: async ({ target }, { account: accountId, automation: automationId, status, limit }) => {
      const { table } = target;
      await requireAccount(target, accountId);
      await findAutomationOrThrow(table, { accountId, automationId });
      const { people, next } = await listPeople(table, {
        ...{ accountId, automationId, status: readPersonStatus(status) },
        ...{ limit: limit ?? 100, place: undefined },
      });
      return reportPeople(people.map(presentPerson), next !== undefined);
    },
  });
};

function reportPreview(preview: Awaited<ReturnType<typeof previewAutomation>>): Report {
  const { audience, samples, warnings } = preview;
  return {
    json: preview,
    rows: [
      ...audienceRows(audience),
      ...samples.map(({ step, to, body }): Cell[] => [`step ${step}${to ? ` to ${to}` : ''}`, body]),
    ],
    ...(warnings.length > 0 && { note: warnings.join('\n') }),
  };
}

function reportForecast(forecast: Awaited<ReturnType<typeof foreseeWay>>): Report {
  if ('refusal' in forecast) return { json: forecast, rows: [['enters', `no: ${forecast.refusal}`]] };
  const { entersAt, timeZone, steps, end } = forecast;
  return {
    json: forecast,
    rows: [
      ['enters', entersAt, `local time of ${timeZone}`],
      ...steps.map(({ step, at, until, body, refusal }): Cell[] => [
        `step ${step}`,
        at,
        [until && `waits until ${until}`, body, refusal && `fails: ${refusal}`].filter(Boolean).join('; '),
      ]),
      ['ends', end.at, [end.status, end.reason].filter(Boolean).join(': ')],
    ],
  };
}

function reportPeople(people: Array<ReturnType<typeof presentPerson>>, hasMore: boolean): Report {
  const note = people.length === 0 ? 'There are none.' : hasMore ? 'There are more: give --limit.' : '';
  return {
    json: people,
    head: ['to', 'status', 'step', 'version', 'entered at', 'due at', 'ended at', 'reason'],
    rows: people.map(({ to, status, step, version, enteredAt, dueAt, endedAt, reason }): Cell[] => [
      ...[to ?? 'erased', status, step, version, enteredAt, dueAt, endedAt, reason],
    ]),
    ...(note !== '' && { note }),
  };
}
