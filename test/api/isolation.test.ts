import { createField } from '../../shared/audience/custom-fields/define-fields';
import { forEachAtOnce } from '../../shared/platform/at-once';
import { createGroup } from '../../shared/audience/groups/create-group';
import { type OperationId, ROUTES } from '../../functions/http/routes';
import { exampleRequest } from '../support/routes/example-request';
import {
  type ApiAccount,
  type ApiAnswer,
  callApi,
  createApiAccount,
  randomPhone,
} from '../support/service/service';
import { useService } from '../support/service/use-service';

/** Account with data behind every route. */
interface Tenant {
  account: ApiAccount;
  mark: string;
  groupId: string;
  messageId: string;
  broadcastId: string;
  batchId: string;
  erasureId: string;
  segmentId: string;
  campaignId: string;
  automationId: string;
  importId: string;
  /** Id of the broadcast's message to its first recipient. */
  recipientMessageId: string;
}

const service = useService();
let own: Tenant;
let other: Tenant;
/** Contacts of both accounts. */
const people = Array.from({ length: 100 }, () => randomPhone());
const [person = ''] = people;
/** Contacts of the other account only. */
const stranger = randomPhone();
const secondStranger = randomPhone();
const contactPath = (phone: string) => `/api/v1/contacts/by-phone/${encodeURIComponent(phone)}`;
const MESSAGING = '/api/v1/messaging';

beforeAll(async () => {
  [own, other] = await Promise.all([settle('OwnMark'), settle('OtherMark')]);
  for (const phone of [stranger, secondStranger]) {
    await call(other, 'POST', contactPath(phone), { firstName: other.mark });
    await call(other, 'POST', `${contactPath(phone)}/groups/${other.groupId}`);
  }
});

function call(
  tenant: Pick<Tenant, 'account'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<ApiAnswer> {
  return callApi(service, { account: tenant.account, method, path, body });
}

/** Fills an account with the same numbers, label and keys as the other. */
async function settle(mark: string): Promise<Tenant> {
  const account = await createApiAccount(service);
  const { accountId, from } = account;
  const group = await createGroup(service.deps, { accountId, name: mark, optInType: 'SINGLE', from });
  await createField(service.deps, { accountId, label: 'Note', type: 'SINGLE_SELECT', options: [mark] });
  const tenant = { account };
  await forEachAtOnce(people, 5, async (phone) => {
    const contact = { firstName: mark, customFields: { Note: mark } };
    const created = await call(tenant, 'POST', contactPath(phone), contact);
    const joined = await call(tenant, 'POST', `${contactPath(phone)}/groups/${group.id}`);
    expect([created.status, joined.status]).toEqual([201, 200]);
  });
  const idOf = async (path: string, body: object) =>
    (
      (await call(tenant, 'POST', `${MESSAGING}/${path}`, { from, idempotencyKey: 'same-key', ...body }))
        .body as { id: string }
    ).id;
  const recipients = people.map((to) => ({ to, idempotencyKey: `of-${to.slice(1)}` }));
  const messageId = await idOf('message', { to: person, body: mark });
  const broadcastId = await idOf('broadcast', { recipients, body: mark });
  const batchId = await idOf('batch', { recipients: people.slice(0, 10).map((to) => ({ to, body: mark })) });
  const page = await call(tenant, 'GET', `${MESSAGING}/broadcast/${broadcastId}/recipients?limit=1`);
  const recipientMessageId =
    (page.body as { results: Array<{ messageId: string }> }).results[0]?.messageId ?? '';
  const gone = contactPath(randomPhone());
  await call(tenant, 'POST', gone);
  const { id: erasureId } = (await call(tenant, 'DELETE', gone)).body as { id: string };
  const segment = await call(tenant, 'POST', '/api/v1/segments', {
    name: mark,
    audience: { everyone: true },
  });
  const { id: segmentId } = segment.body as { id: string };
  const campaign = await call(tenant, 'POST', '/api/v1/campaigns', {
    ...{ name: mark, from, body: mark, audience: { everyone: true }, purpose: 'informational' },
  });
  const { id: campaignId } = campaign.body as { id: string };
  const automation = await call(tenant, 'POST', '/api/v1/automations', {
    ...{ name: mark, from, purpose: 'informational', entry: 'once' },
    ...{ trigger: { joined: group.id }, steps: [{ send: { body: mark } }] },
  });
  const { id: automationId } = automation.body as { id: string };
  const { id: importId } = (
    await call(tenant, 'POST', '/api/v1/contacts/imports', {
      format: 'csv',
      mapping: { [mark]: 'firstName' },
    })
  ).body as { id: string };
  const ids = {
    messageId,
    broadcastId,
    batchId,
    recipientMessageId,
    erasureId,
    segmentId,
    campaignId,
    automationId,
    importId,
  };
  return { account, mark, groupId: group.id, ...ids };
}

const outcome = ({ status, body }: ApiAnswer) => [status, (body as { code?: number }).code];
const NOT_FOUND = [404, 33107];

/** Data of the other account that some routes could show or change beyond those that a path names, and do not. */
const FACTS: Partial<Record<OperationId, readonly [string, () => Promise<unknown>]>> = {
  sendMessage: [
    'sends neither from its numbers nor to whom only it may send, and does not know its keys',
    async () => {
      const send = (body: object) =>
        call(own, 'POST', `${MESSAGING}/message`, { to: person, body: 'x', ...body });
      expect(outcome(await send({ from: other.account.from }))).toEqual([400, 33004]);
      expect(outcome(await send({ from: own.account.from, to: stranger }))).toEqual([400, 33028]);
      const replay = await send({ from: own.account.from, idempotencyKey: 'same-key' });
      expect(replay.body).toMatchObject({ id: own.messageId, body: own.mark });
    },
  ],
  sendBroadcast: [
    'drops whom only the other may send to, and does not know its keys',
    async () => {
      const body = {
        from: own.account.from,
        body: 'x',
        recipients: [...people.slice(1), stranger].map((to) => ({ to })),
      };
      const dryRun = await call(own, 'POST', `${MESSAGING}/broadcast`, { ...body, dryRun: true });
      expect(dryRun.body).toMatchObject({ totalRecipients: 99, dropped: { notOptedIn: 1 } });
      const replay = await call(own, 'POST', `${MESSAGING}/broadcast`, {
        ...body,
        idempotencyKey: 'same-key',
      });
      expect(replay.body).toMatchObject({ id: own.broadcastId, body: own.mark });
    },
  ],
  sendBatch: [
    'does not know its keys or numbers',
    async () => {
      const recipients = people.slice(0, 10).map((to) => ({ to, body: 'x' }));
      const send = (more: object) => call(own, 'POST', `${MESSAGING}/batch`, { recipients, ...more });
      expect(outcome(await send({ from: other.account.from }))).toEqual([400, 33004]);
      const replay = await send({ from: own.account.from, idempotencyKey: 'same-key' });
      expect(replay.body).toMatchObject({ id: own.batchId });
    },
  ],
  getMessage: [
    'finds neither its message nor that of its job',
    async () => {
      for (const id of [other.messageId, other.recipientMessageId]) {
        expect(outcome(await call(own, 'GET', `${MESSAGING}/message/${id}`))).toEqual(NOT_FOUND);
        expect((await call(other, 'GET', `${MESSAGING}/message/${id}`)).status).toBe(200);
      }
    },
  ],
  createContact: [
    'has a number of its own of whom the other has',
    async () => {
      const created = await call(own, 'POST', contactPath(stranger), { lastName: 'New' });
      expect(created.body).toMatchObject({ lastName: 'New', groups: [] });
      expect(created.body).not.toHaveProperty('firstName');
      expect((await call(other, 'GET', contactPath(stranger))).body).not.toHaveProperty('lastName');
    },
  ],
  getContact: [
    'shows its own of two at one number',
    async () => {
      const [mine, theirs] = await Promise.all(
        [own, other].map((one) => call(one, 'GET', contactPath(person))),
      );
      const groups = (one: Tenant) => [
        expect.objectContaining({ id: one.groupId, name: one.mark }) as object,
      ];
      const of = (one: Tenant) => ({
        firstName: one.mark,
        customFields: { Note: one.mark },
        groups: groups(one),
      });
      expect([mine?.body, theirs?.body]).toMatchObject([of(own), of(other)]);
    },
  ],
  updateContact: [
    'changes its own, and takes no option of the other',
    async () => {
      const patch = (body: object) => call(own, 'PATCH', contactPath(person), body);
      expect(outcome(await patch({ customFields: { Note: other.mark } }))).toEqual([400, 33033]);
      expect((await patch({ lastName: 'Changed' })).status).toBe(200);
      expect((await call(other, 'GET', contactPath(person))).body).not.toHaveProperty('lastName');
    },
  ],
  putBackContact: [
    'answers with its own of two at one number',
    async () => {
      const answer = await call(own, 'POST', `${contactPath(person)}/put-back`);
      expect(answer).toMatchObject({ status: 200, body: { firstName: own.mark } });
    },
  ],
  eraseContact: [
    'erases its own of two at one number',
    async () => {
      const phone = randomPhone();
      for (const one of [own, other]) await call(one, 'POST', contactPath(phone), { firstName: one.mark });
      expect((await call(own, 'DELETE', contactPath(phone))).status).toBe(202);
      expect((await call(other, 'GET', contactPath(phone))).body).toMatchObject({ firstName: other.mark });
    },
  ],
  getErasure: [
    'does not find its erasure',
    async () => {
      const path = `/api/v1/contacts/erasures/${other.erasureId}`;
      expect(outcome(await call(own, 'GET', path))).toEqual([404, 33110]);
      expect((await call(other, 'GET', path)).status).toBe(200);
    },
  ],
  getCustomFieldSchema: [
    'shows its own',
    async () => {
      const { body } = await call(own, 'GET', '/api/v1/contacts/custom-fields/schema');
      const key = 'contact_custom_field_1';
      expect(body).toEqual({ fields: [{ label: 'Note', key, type: 'SINGLE_SELECT', options: [own.mark] }] });
    },
  ],
  addMembership: [
    'does not find its group',
    async () => {
      const path = `${contactPath(person)}/groups/${other.groupId}`;
      expect(outcome(await call(own, 'POST', path))).toEqual([404, 33031]);
    },
  ],
  removeMembership: [
    'does not find its group, and leaves the member in it',
    async () => {
      const path = `${contactPath(person)}/groups/${other.groupId}`;
      expect(outcome(await call(own, 'DELETE', path))).toEqual([404, 33031]);
      expect((await call(other, 'GET', contactPath(person))).body).toMatchObject({
        groups: [{ id: other.groupId }],
      });
    },
  ],
  listContacts: [
    'lists its own, and takes neither its groups nor its cursors',
    async () => {
      const contacts = (tenant: Tenant, query: string) => call(tenant, 'GET', `/api/v1/contacts?${query}`);
      const page = await contacts(own, 'limit=100');
      expect((page.body as { results: unknown[] }).results).toHaveLength(100);
      expect(JSON.stringify(page.body)).not.toContain(other.mark);
      expect(outcome(await contacts(own, `group=${other.groupId}`))).toEqual([404, 33031]);
      const { nextCursor } = (await contacts(other, 'limit=10')).body as { nextCursor: string };
      expect(outcome(await contacts(own, `limit=10&cursor=${nextCursor}`))).toEqual([400, 33100]);
    },
  ],
  listSegments: [
    'lists its own',
    async () => {
      const { body } = await call(own, 'GET', '/api/v1/segments');
      const ids = (body as { results: Array<{ id: string }> }).results.map(({ id }) => id);
      expect(ids).toContain(own.segmentId);
      expect(ids).not.toContain(other.segmentId);
    },
  ],
  previewSegment: [
    'counts its own, and finds neither its segments nor its groups',
    async () => {
      const preview = (body: object) => call(own, 'POST', '/api/v1/segments/preview', body);
      const everybody = await preview({ audience: { everyone: true } });
      expect(JSON.stringify(everybody.body)).not.toContain(other.mark);
      const matched = (await preview({ audience: { groups: [own.groupId] } })).body;
      expect(matched).toMatchObject({ matched: 100, sendable: 100 });
      expect(outcome(await preview({ segmentId: other.segmentId }))).toEqual([404, 33110]);
      expect(outcome(await preview({ audience: { groups: [other.groupId] } }))).toEqual([404, 33031]);
    },
  ],
  listGroups: [
    'lists its own',
    async () => {
      for (const query of ['', '?name=Mark']) {
        const { body } = await call(own, 'GET', `/api/v1/groups${query}`);
        expect(body).toMatchObject({ totalCount: 1, results: [{ id: own.groupId, name: own.mark }] });
      }
    },
  ],
};

/** Expects that nothing of the other account is found by its path, and that no answer contains any of it. */
async function expectNothingOfOther(operationId: OperationId): Promise<void> {
  const { route, path, body } = exampleRequest(operationId, {
    'by-phone': secondStranger,
    forecast: secondStranger,
    groups: other.groupId,
    message: other.messageId,
    broadcast: other.broadcastId,
    batch: other.batchId,
    erasures: other.erasureId,
    segments: other.segmentId,
    automations: other.automationId,
    campaigns: other.campaignId,
    imports: other.importId,
    exports: 'exp_none',
    // Everyone may see the page of a form that there is.
    join: 'frm_none',
    docs: 'nothing.md',
  });
  const answer = await callApi(service, {
    ...(route.authentication === 'basic' && { account: own.account }),
    method: route.method,
    path,
    body: body && 'from' in body ? { ...body, from: own.account.from } : body,
  });
  expect(JSON.stringify(answer.body)).not.toContain(other.mark);
  // Both accounts can have a contact with the number.
  const namesOne = /\{(?!phoneNumber)/.test(route.path);
  expect(namesOne ? outcome(answer)[0] : 404).toBe(404);
}

describe('rules 5.4: an account and another one', () => {
  const operationIds = ROUTES.map(({ operationId }) => operationId);
  const rows = Object.entries(FACTS).map(
    ([operationId, [fact, expectIt]]) => [operationId, fact, expectIt] as const,
  );

  it.each(operationIds)('%s shows nothing of the other', async (operationId) => {
    expect.hasAssertions();
    await expectNothingOfOther(operationId);
  });

  it.each(rows)('%s %s', async (_operationId, _fact, expectIt) => {
    expect.hasAssertions();
    await expectIt();
  });

  it('has its job as it was after all that', async () => {
    const { body } = await call(other, 'GET', `${MESSAGING}/broadcast/${other.broadcastId}`);
    expect(body).toMatchObject({ id: other.broadcastId, totalRecipients: 100, counts: { skipped: 0 } });
    expect((body as { status: string }).status).not.toBe('cancelled');
  });
});
