import { SCOPES } from '../../shared/accounts/scopes';
import type { Role } from '../../shared/users/role';
import { updateAccount } from '../../shared/accounts/account-store';
import { createGroup } from '../../shared/audience/groups/create-group';
import { type ConsoleUser, createConsoleUser } from '../support/console/console-user';
import { useSendingService } from '../support/service/sending-service';
import { type ApiAnswer, callApi, randomPhone } from '../support/service/service';

const fixture = useSendingService({}, { account: 'ofFile' });
let sender: ConsoleUser;
let other: ConsoleUser;

const userWith = (role: Role | 'operator') =>
  createConsoleUser(fixture.service, { accountId: fixture.account.accountId, role });
const call = ({ headers }: ConsoleUser, method: string, path: string, body?: unknown) =>
  callApi(fixture.service, { method, path, headers, body });
const refusalOf = ({ status, body }: ApiAnswer) => [status, (body as { code?: number }).code];
const launchOf = async (user: ConsoleUser, id: string) =>
  (await call(user, 'GET', `/console/api/campaigns/${id}/launch`)).body;

beforeAll(async () => {
  [sender, other] = await Promise.all([userWith('sender'), userWith('sender')]);
  const { accountId } = fixture.account;
  const { table } = fixture.service.deps;
  await updateAccount({ table, accountId, changes: { approvalAbove: 0 } });
  const { id } = await createGroup(fixture.service.deps, { accountId, name: 'All', optInType: 'SINGLE' });
  const contact = `/api/v1/contacts/by-phone/${encodeURIComponent(randomPhone())}`;
  await call(sender, 'POST', contact, {});
  await call(sender, 'POST', `${contact}/groups/${id}`);
});

const plan = () => ({
  ...{ name: 'Spring', from: fixture.account.from, body: 'Hello', audience: { everyone: true } },
  ...{ purpose: 'informational', schedule: { at: '2035-03-01T15:00:00.000Z' } },
});

async function launched(user: ConsoleUser): Promise<string> {
  const { status, body } = await call(user, 'POST', '/api/v1/campaigns', { ...plan(), launch: true });
  expect([status, (body as { status: string }).status]).toEqual([201, 'awaitingApproval']);
  return (body as { id: string }).id;
}

const approve = (user: ConsoleUser, id: string, body?: object) =>
  call(user, 'POST', `/api/v1/campaigns/${id}/approve`, body);
const reject = (user: ConsoleUser, id: string, body: object = { reason: 'Too long.' }) =>
  call(user, 'POST', `/api/v1/campaigns/${id}/reject`, body);

describe('E4.7: the decision on a campaign', () => {
  it('is not made by the user who launched it, and not offered to that user', async () => {
    const id = await launched(sender);

    expect(await launchOf(sender, id)).toEqual({
      mayDecide: false,
      mayNote: true,
      isSubmitted: false,
      launchedAt: expect.any(String) as string,
      launchedBy: { kind: 'user', id: sender.userId, name: sender.email },
    });
    expect(refusalOf(await approve(sender, id))).toEqual([403, 33112]);
    expect(refusalOf(await reject(sender, id))).toEqual([403, 33112]);
    expect(await launchOf(other, id)).toMatchObject({ mayDecide: true });
    expect((await reject(other, id)).body).toMatchObject({ status: 'draft' });
  });

  it('is not made by the user whose API key launched it', async () => {
    const admin = await userWith('admin');
    const made = await call(admin, 'POST', '/console/api/keys', { name: 'Planner', scopes: SCOPES });
    const { id: apiKeyId, secret: apiKeySecret } = made.body as { id: string; secret: string };
    const draft = await call(sender, 'POST', '/api/v1/campaigns', plan());
    const { id } = draft.body as { id: string };
    const launch = { method: 'POST', path: `/api/v1/campaigns/${id}/launch` };
    expect(
      (await callApi(fixture.service, { ...launch, account: { apiKeyId, apiKeySecret } })).body,
    ).toMatchObject({ status: 'awaitingApproval' });

    expect(await launchOf(admin, id)).toMatchObject({
      mayDecide: false,
      launchedBy: { kind: 'apiKey', id: apiKeyId },
    });
    expect(refusalOf(await approve(admin, id))).toEqual([403, 33112]);
    expect(refusalOf(await reject(admin, id))).toEqual([403, 33112]);
    expect(await launchOf(other, id)).toMatchObject({ mayDecide: true });
    expect((await approve(other, id)).body).toMatchObject({ status: 'scheduled' });
  });

  it('is not made by a user who has given the API key that launched it another secret', async () => {
    const [admin, second] = [await userWith('admin'), await userWith('admin')];
    const made = await call(admin, 'POST', '/console/api/keys', { name: 'Planner', scopes: SCOPES });
    const { id: apiKeyId } = made.body as { id: string };
    const rotated = await call(second, 'POST', `/console/api/keys/${apiKeyId}/rotate`, {});
    const { secret: apiKeySecret } = rotated.body as { secret: string };
    const { body } = await callApi(fixture.service, {
      ...{ method: 'POST', path: '/api/v1/campaigns', body: { ...plan(), launch: true } },
      account: { apiKeyId, apiKeySecret },
    });
    const { id, status } = body as { id: string; status: string };
    expect(status).toBe('awaitingApproval');

    expect(refusalOf(await approve(admin, id))).toEqual([403, 33112]);
    expect(refusalOf(await approve(second, id))).toEqual([403, 33112]);
    expect(await approve(other, id)).toMatchObject({ status: 200 });
  });

  it('is offered to no one without the right, and to no one once it is made', async () => {
    const id = await launched(sender);

    for (const role of ['viewer', 'editor'] as const) {
      expect(await launchOf(await userWith(role), id)).toMatchObject({ mayDecide: false });
    }
    for (const role of ['admin', 'operator'] as const) {
      expect(await launchOf(await userWith(role), id)).toMatchObject({ mayDecide: true });
    }
    expect((await approve(other, id)).body).toMatchObject({ status: 'scheduled' });
    expect(await launchOf(other, id)).toMatchObject({ mayDecide: false });
  });

  it('is shown on the campaign with who made it, when, and the comment of an approval', async () => {
    const id = await launched(sender);

    expect((await approve(other, id, { comment: 'Checked with the shops.' })).body).toMatchObject({
      status: 'scheduled',
      approval: {
        status: 'approved',
        by: { kind: 'user', id: other.userId },
        at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
        comment: 'Checked with the shops.',
      },
    });
    expect(await launchOf(sender, id)).toMatchObject({
      decidedBy: { kind: 'user', id: other.userId, name: other.email },
    });
  });

  it('is shown on the draft with the reason of a rejection, until the next launch', async () => {
    const id = await launched(sender);
    const path = `/api/v1/campaigns/${id}`;

    expect(await reject(other, id)).toMatchObject({ body: { status: 'draft' } });
    const { body } = await call(sender, 'PATCH', path, { body: 'Hi' });
    expect(body).toMatchObject({
      approval: { status: 'rejected', by: { kind: 'user', id: other.userId }, reason: 'Too long.' },
    });

    expect((await call(sender, 'POST', `${path}/launch`)).body).not.toHaveProperty('approval');
  });

  it.each([
    ['reject', {}, '/reason'],
    ['reject', { reason: '' }, '/reason'],
    ['reject', { reason: ' \n\u00a0' }, '/reason'],
    ['reject', { reason: 'x'.repeat(1_001) }, '/reason'],
    ['reject', { reason: 'x', comment: 'y' }, '/comment'],
    ['approve', { comment: 'x'.repeat(1_001) }, '/comment'],
    ['approve', { reason: 'x' }, '/reason'],
  ])('is not made by %s with %j', async (step, body, pointer) => {
    const id = await launched(sender);
    const refused = await call(other, 'POST', `/api/v1/campaigns/${id}/${step}`, body);
    expect(refused).toMatchObject({ status: 400, body: { code: 33100, details: { errors: [{ pointer }] } } });
  });

  it('may have a comment or a reason of 1,000 characters', async () => {
    const text = 'x'.repeat(1_000);
    expect(await approve(other, await launched(sender), { comment: text })).toMatchObject({ status: 200 });
    expect(await reject(other, await launched(sender), { reason: text })).toMatchObject({ status: 200 });
  });

  it('is told of no draft, and of no campaign of another account', async () => {
    const draft = await call(sender, 'POST', '/api/v1/campaigns', {
      ...{ name: 'Spring', from: fixture.account.from, body: 'Hello', audience: { everyone: true } },
      purpose: 'informational',
    });
    expect(await launchOf(sender, (draft.body as { id: string }).id)).toEqual({
      mayDecide: false,
      mayNote: false,
      isSubmitted: false,
    });
    expect(refusalOf(await call(sender, 'GET', '/console/api/campaigns/cmp_none/launch'))).toEqual([
      404, 33110,
    ]);
  });
});
