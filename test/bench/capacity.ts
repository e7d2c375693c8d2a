/**
 * DynamoDB capacity units of each operation, as the engine reports them (`ReturnConsumedCapacity`), and the price of a
 * thousand operations:
 *
 *   node --import tsx test/bench/capacity.ts
 *
 * For an API call everything is counted except later work through the outbox; for a job everything from acceptance to
 * completion. Receipts and events are in `receipts-capacity.ts`.
 */
import { randomUUID } from 'node:crypto';
import { handler as addMembership } from '../../functions/http/add-membership';
import { handler as createContact } from '../../functions/http/create-contact';
import { handler as getContact } from '../../functions/http/get-contact';
import { handler as getMessage } from '../../functions/http/get-message';
import { handler as readGroups } from '../../functions/http/read-groups';
import { handler as removeMembership } from '../../functions/http/remove-membership';
import { handler as sendMessage } from '../../functions/http/send-message';
import { handler as changeContact } from '../../functions/http/update-contact';
import { createGroup } from '../../shared/audience/groups/create-group';
import type { JobRequestBody } from '../../shared/sending/jobs/job-request.schema';
import { systemClock } from '../../shared/platform/clock';
import { createIds } from '../../shared/platform/ids';
import { callHandler, type HandlerRequest } from '../support/routes/call-handler';
import { countAllUnits } from '../support/engines/capacity-meter';
import type { TestEngine } from '../support/engines/engine';
import { createJobsFixture } from '../support/sending/jobs-fixture';
import { createSendingAccount } from '../support/sending/sending-account';
import { useInstantProvider, withEngine } from './bench-engine';
import { type BenchRow, runAsProgram } from './bench-row';
import { unitRows } from './unit-rows';
import { onRoute } from '../support/routes/on-route';

const listGroups = onRoute('listGroups', readGroups);
const updateContact = onRoute('updateContact', changeContact);

const BROADCAST_RECIPIENTS = 5_000;
const BATCH_RECIPIENTS = 1_000;
const BODY = 'Hello {{contact_first_name}}, your order is ready.';

type Handler = Parameters<typeof callHandler>[0];

export async function run(): Promise<BenchRow[]> {
  return [...(await withEngine(measureCalls)), ...(await withEngine(measureJobs))];
}

async function measureCalls(engine: TestEngine): Promise<BenchRow[]> {
  const { accountId, authorization, from, to } = await createSendingAccount(engine);
  useInstantProvider();
  const deps = { table: engine.table, clock: systemClock, ids: createIds(systemClock) };
  const { id: groupId } = await createGroup(deps, { accountId, name: 'Bench', optInType: 'SINGLE' });
  const phoneNumber = '+12125550177';
  const pathParameters = { phoneNumber, groupId };
  let messageId = '';
  const calls: Array<[string, Handler, () => HandlerRequest]> = [
    ['single send', sendMessage, () => ({ body: { to, from, body: BODY } })],
    [
      'single send with a key',
      sendMessage,
      () => ({ body: { to, from, body: BODY, idempotencyKey: 'bench' } }),
    ],
    [
      'single send, replayed',
      sendMessage,
      () => ({ body: { to, from, body: BODY, idempotencyKey: 'bench' } }),
    ],
    ['single send, dry run', sendMessage, () => ({ body: { to, from, body: BODY, dryRun: true } })],
    ['message read', getMessage, () => ({ pathParameters: { id: messageId } })],
    [
      'contact create',
      createContact,
      () => ({ pathParameters, body: { firstName: 'Ada', lastName: 'Byron' } }),
    ],
    ['contact read', getContact, () => ({ pathParameters })],
    ['contact change', updateContact, () => ({ pathParameters, body: { firstName: 'Eve' } })],
    ['membership add', addMembership, () => ({ pathParameters, body: { optInMode: 'DIRECT' } })],
    ['membership remove', removeMembership, () => ({ pathParameters })],
    ['groups list', listGroups, () => ({})],
  ];
  // The first request of an instance looks the key up, unlike later ones.
  await callHandler(getContact, { authorization, pathParameters });
  const rows: BenchRow[] = [];
  for (const [name, handler, request] of calls) {
    const { units, result } = await countAllUnits(async () =>
      callHandler(handler, { authorization, ...request() }),
    );
    if (result.status >= 300) throw new Error(`${name}: ${result.status} ${result.text}`);
    if (handler === sendMessage) messageId = (result.body as { id?: string }).id ?? messageId;
    rows.push(...unitRows(name, units));
  }
  return rows;
}

async function measureJobs(engine: TestEngine): Promise<BenchRow[]> {
  const key = (index: number) => `a-key-of-some-length:${String(index).padStart(8, '0')}`;
  return [
    ...(await measureJob(engine, { name: 'broadcast recipient', recipients: BROADCAST_RECIPIENTS })),
    ...(await measureJob(engine, {
      name: 'broadcast recipient with a key',
      recipients: BROADCAST_RECIPIENTS,
      of: (index) => ({ idempotencyKey: key(index) }),
    })),
    ...(await measureJob(engine, {
      name: 'batch recipient',
      recipients: BATCH_RECIPIENTS,
      of: (index) => ({ body: `${BODY} Its number is ${index}, and it waits for you at the counter.` }),
    })),
  ];
}

async function measureJob(
  engine: TestEngine,
  options: {
    name: string;
    recipients: number;
    of?: (index: number) => { idempotencyKey?: string; body?: string };
  },
): Promise<BenchRow[]> {
  const { name, recipients: count, of = () => ({}) } = options;
  const fixture = await createJobsFixture(engine.table, { contacts: count, dailyQuota: 1_000_000 });
  // A provider's ids cannot be compressed.
  fixture.answer.current = (message) => {
    fixture.taken.push(message);
    return { outcome: 'accepted', providerMessageId: randomUUID() };
  };
  const recipients = fixture.phones.map((to, index) => ({ to, ...of(index) }));
  const isBatch = recipients.some((recipient) => 'body' in recipient);
  const request: Partial<JobRequestBody> = isBatch ? { recipients } : { recipients, body: BODY };
  const { units } = await countAllUnits(async () => {
    await fixture.submit(isBatch ? 'batch' : 'broadcast', request);
    await fixture.runToEnd();
  });
  if (fixture.taken.length !== count) throw new Error(`${fixture.taken.length} of ${count} were sent`);
  const limits = 'idempotencyKey' in (recipients[0] ?? {}) ? { write: 2.5 } : { read: 1.5, write: 0.5 };
  return unitRows(name, { read: units.read / count, write: units.write / count }, isBatch ? {} : limits);
}

void runAsProgram(import.meta.url, run);
