import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operate } from '../support/service/operate';
import { SERVICE_DATA_DIR } from '../support/service/start-service';
import type { DemoThings } from './screens';

/** Demo account of the running service, with the sign-in data of its users. */
export interface Demo {
  baseUrl: string;
  accountId: string;
  apiKeyId: string;
  apiKeySecret: string;
  from: string;
  groups: { id: string; name: string }[];
  consolePassword: string;
}

export function readDemo(dataDir = process.env[SERVICE_DATA_DIR] ?? ''): Demo {
  return JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Demo;
}

/** Sends a request by the demo account's API key, for the preparation of tests. */
export async function callApi<T>(demo: Demo, method: string, path: string, body?: unknown): Promise<T> {
  const credentials = Buffer.from(`${demo.apiKeyId}:${demo.apiKeySecret}`).toString('base64');
  const response = await fetch(`${demo.baseUrl}${path}`, {
    method,
    headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

const FIRST_NAMES = ['Ada', 'Grace', 'Alan', 'Barbara', 'Linus', 'Margaret'];
const LAST_NAMES = ['Lovelace', 'Hopper', 'Turing', 'Liskov', 'Knuth', 'Hamilton', 'Allen'];
const ZIPS = ['10001', '60601', '80202', '94103'];
/** Number whose texts the simulator reports as not delivered. */
export const UNDELIVERED = '+15005550013';

/** File with an example of everything that an import's report contains. */
const TRIAL = [
  'Mobile;First name;Birthday;Unsubscribed;Zip;Zip;Shoe size;State',
  '+12065552101;Ida;25/12/1990;;98101;;38;Washingtn',
  '+12065552102;Edith;03/04/1985;yes;98101;;39',
  ...Array.from({ length: 22 }, (_, index) => `555-01${10 + index};Nobody ${index};;;98101;;`),
  '+12065552103;A first name that has more than the forty characters it may have;12/31/1990;;98101;;',
  '+12065552104;Too;;;98101;;;;many;cells',
].join('\n');

/** Creates some contacts in the first group, messages to them, replies, and one of everything that has a page. */
export async function fillDemo(demo: Demo, { contacts }: { contacts: number }): Promise<DemoThings> {
  const [group] = demo.groups;
  if (group === undefined) throw new Error('The demo account has no group');
  const rows = Array.from({ length: contacts }, (_, index) => {
    const name = `${FIRST_NAMES[index % FIRST_NAMES.length]},${LAST_NAMES[index % LAST_NAMES.length]}`;
    return `+1206555${2000 + index},${name},${ZIPS[index % ZIPS.length]}`;
  });
  const csv = ['Phone,First name,Last name,Zip', ...rows, `${UNDELIVERED},Una,Delivered,60601`].join('\n');
  const importId = await importContacts(demo, { csv, groupId: group.id });
  const trialId = await importContacts(demo, { csv: TRIAL, groupId: group.id, dryRun: true });
  const { id: campaignId } = await callApi<{ id: string }>(demo, 'POST', '/api/v1/campaigns', {
    ...{ name: 'Opening hours', from: demo.from, purpose: 'informational', launch: true },
    body: 'Hello {{contact_first_name}}, we open at nine from Monday on. Reply STOP to opt out.',
    audience: { groups: [group.id] },
  });
  await untilStatus(demo, { path: `/api/v1/campaigns/${campaignId}`, status: 'completed' });
  for (const [from, body] of [
    ['+12065552001', 'Are you open on Sunday?'],
    ['+12065552002', 'please leave me alone'],
  ] as const) {
    await callApi(demo, 'POST', '/_local/inbound', { from, to: demo.from, body });
  }
  return { campaignId, importId, trialId, ...(await addPages(demo, group.id)) };
}

async function importContacts(
  demo: Demo,
  { csv, groupId, dryRun = false }: { csv: string; groupId: string; dryRun?: boolean },
): Promise<string> {
  const { id, upload } = await callApi<{ id: string; upload: { url: string } }>(
    ...([demo, 'POST', '/api/v1/contacts/imports'] as const),
    { format: 'csv', group: groupId, consentBasis: 'Signed up at the till in May.', dryRun },
  );
  await fetch(upload.url, { method: 'PUT', body: csv });
  await callApi(demo, 'POST', `/api/v1/contacts/imports/${id}/start`);
  await untilStatus(demo, { path: `/api/v1/contacts/imports/${id}`, status: 'completed' });
  return id;
}

/** Creates a webhook whose receiver cannot be reached, an opt-in form, a sender, a draft, a segment, a single text, and a broadcast. */
async function addPages(
  demo: Demo,
  groupId: string,
): Promise<Omit<DemoThings, 'campaignId' | 'importId' | 'trialId'>> {
  const create = async (path: string, body: object) =>
    (await callApi<{ id: string }>(demo, 'POST', path, body)).id;
  const { id: endpointId } = await operate<{ id: string }>(
    ...['webhook', 'add', '--account', demo.accountId, '--url', 'https://receiver.example/sms'],
  );
  const { id: formId } = await operate<{ id: string }>(
    ...['form', 'create', '--account', demo.accountId, '--group', groupId, '--brand', 'Demo Coffee'],
    ...['--description', 'Offers and news of our shops', '--frequency', 'Up to 4 messages a month'],
    ...['--terms', 'https://example.com/terms', '--privacy', 'https://example.com/privacy'],
    ...['--country', 'US', 'CA'],
  );
  await operate(
    ...['sender', 'create', '--account', demo.accountId, '--name', 'All shops'],
    ...['--member', demo.from, '--member', 'pool:pool-0a1b2c3d=US,CA', '--member', 'id:DEMO=DE'],
  );
  const draftId = await create('/api/v1/campaigns', {
    ...{ name: 'Holiday hours', from: demo.from, purpose: 'informational' },
    ...{ body: 'We are closed on Monday. Reply STOP to opt out.', audience: { groups: [groupId] } },
  });
  const segmentId = await create('/api/v1/segments', {
    ...{ name: 'Named Ada', audience: { filter: { field: 'firstName', op: 'equals', value: 'Ada' } } },
  });
  const messageId = await create('/api/v1/messaging/message', {
    ...{ from: demo.from, to: '+12065552003', body: 'Your order is ready. Reply STOP to opt out.' },
  });
  const automationId = await create('/api/v1/automations', {
    ...{ name: 'Welcome of members', from: demo.from, purpose: 'informational', entry: 'once' },
    trigger: { joined: groupId },
    steps: [
      { send: { body: 'Welcome, {{contact_first_name}}! Reply STOP to opt out.' } },
      { wait: { days: 3, at: '10:00' } },
      { stopUnless: { field: 'firstName', op: 'exists', value: true } },
      { send: { body: 'Any questions? Just reply.' } },
    ],
    sendingHours: { from: '09:00', to: '20:00' },
  });
  const automationDraftId = await create('/api/v1/automations', {
    ...{ name: 'Birthday', from: demo.from, purpose: 'marketing', entry: 'always' },
    trigger: { date: 'birthDate', offsetDays: 0, at: '10:00' },
    steps: [{ send: { body: 'Happy birthday, {{contact_first_name}}! Reply STOP to opt out.' } }],
  });
  await callApi(demo, 'POST', `/api/v1/automations/${automationId}/start`);
  await importContacts(demo, { csv: 'Phone,First name\n+12065552401,Nina\n+12065552402,Otto', groupId });
  const broadcastId = await create('/api/v1/messaging/broadcast', {
    from: demo.from,
    recipients: Array.from({ length: 100 }, (_, index) => ({ to: `+1206555${2000 + index}` })),
    body: 'The road works are over. Reply STOP to opt out.',
  });
  return {
    ...{ draftId, segmentId, messageId, broadcastId, endpointId, automationId, automationDraftId, formId },
  };
}

const POLL_MS = 300;

/** Waits until the object at a path has a status; jest's own timeout limits it. */
export async function untilStatus(
  demo: Demo,
  { path, status }: { path: string; status: string },
): Promise<void> {
  while ((await callApi<{ status: string }>(demo, 'GET', path)).status !== status) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
