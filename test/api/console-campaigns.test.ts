import type { Role } from '../../shared/users/role';
import { updateAccount } from '../../shared/accounts/account-store';
import { createGroup } from '../../shared/audience/groups/create-group';
import { type ConsoleUser, createConsoleUser } from '../support/console-user';
import { useSendingService } from '../support/sending-service';
import { type ApiAnswer, callApi, randomPhone } from '../support/service';

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

describe('E4.7: the decision on a campaign', () => {
  it('is not made by the user who launched it, and not offered to that user', async () => {
    const id = await launched(sender);

    expect(await launchOf(sender, id)).toEqual({
      mayDecide: false,
      launchedAt: expect.any(String) as string,
      launchedBy: { kind: 'user', id: sender.userId, name: sender.email },
    });
    for (const step of ['approve', 'reject']) {
      expect(refusalOf(await call(sender, 'POST', `/api/v1/campaigns/${id}/${step}`))).toEqual([403, 33112]);
    }
    expect(await launchOf(other, id)).toMatchObject({ mayDecide: true });
    expect((await call(other, 'POST', `/api/v1/campaigns/${id}/reject`)).body).toMatchObject({
      status: 'draft',
    });
  });

  it('is not made by the user whose API key launched it', async () => {
    const admin = await userWith('admin');
    const made = await call(admin, 'POST', '/console/api/keys', { name: 'Planner' });
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
    for (const step of ['approve', 'reject']) {
      expect(refusalOf(await call(admin, 'POST', `/api/v1/campaigns/${id}/${step}`))).toEqual([403, 33112]);
    }
    expect(await launchOf(other, id)).toMatchObject({ mayDecide: true });
    expect((await call(other, 'POST', `/api/v1/campaigns/${id}/approve`)).body).toMatchObject({
      status: 'scheduled',
    });
  });

  it('is offered to no one without the right, and to no one once it is made', async () => {
    const id = await launched(sender);

    for (const role of ['viewer', 'editor'] as const) {
      expect(await launchOf(await userWith(role), id)).toMatchObject({ mayDecide: false });
    }
    for (const role of ['admin', 'operator'] as const) {
      expect(await launchOf(await userWith(role), id)).toMatchObject({ mayDecide: true });
    }
    expect((await call(other, 'POST', `/api/v1/campaigns/${id}/approve`)).body).toMatchObject({
      status: 'scheduled',
    });
    expect(await launchOf(other, id)).toMatchObject({ mayDecide: false });
  });

  it('is told of no draft, and of no campaign of another account', async () => {
    const draft = await call(sender, 'POST', '/api/v1/campaigns', {
      ...{ name: 'Spring', from: fixture.account.from, body: 'Hello', audience: { everyone: true } },
      purpose: 'informational',
    });
    expect(await launchOf(sender, (draft.body as { id: string }).id)).toEqual({ mayDecide: false });
    expect(refusalOf(await call(sender, 'GET', '/console/api/campaigns/cmp_none/launch'))).toEqual([
      404, 33110,
    ]);
  });
});
