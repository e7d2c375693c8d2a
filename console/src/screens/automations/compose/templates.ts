import type { Condition, CustomField, Group } from '../../../api/schemas';
import { EMPTY_DRAFT, newStep, type Draft } from './draft';

/** Numbers, groups and fields of an account that a template begins with. */
export interface TemplateWorld {
  accountName: string;
  from: string;
  groups: readonly Group[];
  customFields: readonly CustomField[];
}

interface Template {
  id: 'welcome' | 'birthday' | 'reminder' | 'win-back' | 'weekly' | 'blank';
  title: string;
  description: string;
  fill: (world: TemplateWorld) => Partial<Draft>;
}

/** Reads well for a contact without a name, too. */
const greetingFrom = (accountName: string) => `Hello {{contact_first_name}} from ${accountName}`;
const WIN_BACK_DAYS = 60;

/** Templates of automations, that which is used most first. */
export const TEMPLATES: readonly Template[] = [
  {
    id: 'welcome',
    title: 'Welcome',
    description: 'Greets everyone who joins a group at once, and asks three days later how they like it.',
    fill: ({ accountName, groups }) => ({
      ...{ name: 'Welcome', purpose: 'informational', begins: 'joined', entry: 'once' },
      groupId: onlyGroup(groups),
      steps: [
        newStep('send', {
          body: `Welcome {{contact_first_name}} to ${accountName}! Reply STOP to opt out at any time.`,
        }),
        newStep('wait', { amount: '3', unit: 'days', hasAt: true, at: '10:00' }),
        newStep('send', {
          body: `${greetingFrom(accountName)}. Do you have any questions? Just reply to this text.`,
        }),
      ],
    }),
  },
  {
    id: 'birthday',
    title: 'Birthday',
    description: 'Wishes a happy birthday at ten in the morning, by the clock of each person.',
    fill: ({ accountName }) => ({
      ...{ name: 'Birthday', purpose: 'marketing', begins: 'date', dateField: 'birthDate' },
      ...{ side: 'on', at: '10:00', entry: 'always' },
      steps: [
        newStep('send', {
          body: `Happy birthday {{contact_first_name}} from all of us at ${accountName}! Reply STOP to opt out.`,
        }),
      ],
    }),
  },
  {
    id: 'reminder',
    title: 'Reminder',
    description: 'Reminds of a date of the contact a day before, such as an appointment or a renewal.',
    fill: ({ accountName, customFields }) => ({
      ...{ name: 'Reminder', purpose: 'informational', begins: 'date', dateField: firstDate(customFields) },
      ...{ side: 'before', days: '1', at: '10:00', entry: 'always' },
      steps: [
        newStep('send', {
          body: `${greetingFrom(accountName)}, a reminder: we see you tomorrow. Reply STOP to opt out.`,
        }),
      ],
    }),
  },
  {
    id: 'win-back',
    title: 'Win back',
    description: `Writes to people who have not been there for ${WIN_BACK_DAYS} days, and once more a week later.`,
    fill: ({ accountName, customFields }) => ({
      ...{ name: 'Win back', purpose: 'marketing', begins: 'every', every: 'day', at: '11:00' },
      runAudience: { filter: awaySince(customFields) },
      ...{ entry: 'onceInDays', entryDays: '180' },
      steps: [
        newStep('send', {
          body: `${greetingFrom(accountName)}, we miss you! Come by this week. Reply STOP to opt out.`,
        }),
        newStep('wait', { amount: '7', unit: 'days', hasAt: true, at: '11:00' }),
        newStep('stopUnless', { condition: awaySince(customFields) }),
        newStep('send', {
          body: `${greetingFrom(accountName)}, your welcome is still waiting for you. Reply STOP to opt out.`,
        }),
      ],
    }),
  },
  {
    id: 'weekly',
    title: 'Weekly text',
    description: 'The same text to a group every Monday at ten, by the clock of each person.',
    fill: ({ accountName, groups }) => ({
      ...{ name: 'Weekly text', purpose: 'marketing', begins: 'every', every: 'week', at: '10:00' },
      ...{ weekdays: ['MON'], entry: 'always' },
      runAudience: onlyGroup(groups) === '' ? {} : { groups: [onlyGroup(groups)] },
      steps: [
        newStep('send', {
          body: `${greetingFrom(accountName)}. This week: … Reply STOP to opt out.`,
        }),
      ],
    }),
  },
  {
    id: 'blank',
    title: 'Blank',
    description: 'Begins with an empty text.',
    fill: () => ({ steps: [newStep('send')] }),
  },
];

/** Returns a draft that begins with a template. */
export const draftFrom = ({ fill }: Template, world: TemplateWorld): Draft => ({
  ...EMPTY_DRAFT,
  from: world.from,
  ...fill(world),
});

/** Returns the group of an account that has one, else that by default; of several none is likelier than the others. */
function onlyGroup(groups: readonly Group[]): string {
  const found = groups.find(({ isDefault }) => isDefault) ?? (groups.length === 1 ? groups[0] : undefined);
  return found?.id ?? '';
}

const firstDate = (customFields: readonly CustomField[]): string => {
  const found = customFields.find(({ type }) => type === 'DATE');
  return found === undefined ? '' : `customFields.${found.label}`;
};

/** Builds the condition of who was last there some time ago: by a date of the account, else by when they were added. */
function awaySince(customFields: readonly CustomField[]): Condition {
  const field = firstDate(customFields);
  const isAway = (date: string): Condition => ({
    not: { field: date, op: 'withinLastDays', value: WIN_BACK_DAYS },
  });
  if (field === '') return isAway('createdAt');
  return { all: [{ field, op: 'exists', value: true }, isAway(field)] };
}
