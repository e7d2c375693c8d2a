import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_DATA_DIR } from '../support/start-service';

/** The demo account of the running service, with what its users sign in with. */
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

/** A request by the demo account's API key, for what a test begins with. */
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
/** The simulator reports a text to it as not delivered. */
export const UNDELIVERED = '+15005550013';

/** Some contacts in the first group, a campaign to them that has ended, and replies. */
export async function fillDemo(
  demo: Demo,
  { contacts }: { contacts: number },
): Promise<{ campaignId: string }> {
  const [group] = demo.groups;
  if (group === undefined) throw new Error('The demo account has no group');
  const rows = Array.from({ length: contacts }, (_, index) => {
    const name = `${FIRST_NAMES[index % FIRST_NAMES.length]},${LAST_NAMES[index % LAST_NAMES.length]}`;
    return `+1206555${2000 + index},${name},${ZIPS[index % ZIPS.length]}`;
  });
  const csv = ['Phone,First name,Last name,Zip', ...rows, `${UNDELIVERED},Una,Delivered,60601`].join('\n');
  const { id, upload } = await callApi<{ id: string; upload: { url: string } }>(
    ...([demo, 'POST', '/api/v1/contacts/imports'] as const),
    { format: 'csv', group: group.id, consentBasis: 'Signed up at the till in May.' },
  );
  await fetch(upload.url, { method: 'PUT', body: csv });
  await callApi(demo, 'POST', `/api/v1/contacts/imports/${id}/start`);
  await until(async () => {
    const { status } = await callApi<{ status: string }>(demo, 'GET', `/api/v1/contacts/imports/${id}`);
    return status === 'completed';
  });
  const campaign = await callApi<{ id: string }>(demo, 'POST', '/api/v1/campaigns', {
    name: 'Opening hours',
    from: demo.from,
    purpose: 'informational',
    body: 'Hello {{contact_first_name}}, we open at nine from Monday on. Reply STOP to opt out.',
    audience: { groups: [group.id] },
    launch: true,
  });
  await until(async () => {
    const { status } = await callApi<{ status: string }>(demo, 'GET', `/api/v1/campaigns/${campaign.id}`);
    return status === 'completed';
  });
  for (const [from, body] of [
    ['+12065552001', 'Are you open on Sunday?'],
    ['+12065552002', 'please leave me alone'],
  ] as const) {
    await callApi(demo, 'POST', '/_local/inbound', { from, to: demo.from, body });
  }
  return { campaignId: campaign.id };
}

const POLL_MS = 300;

/** Until something is so; jest's own timeout ends it. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}
