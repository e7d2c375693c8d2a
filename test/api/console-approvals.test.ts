import { updateAccount } from '../../shared/accounts/account-store';
import { createGroup } from '../../shared/audience/groups/create-group';
import type { Role } from '../../shared/users/role';
import { type ConsoleUser, createConsoleUser } from '../support/console/console-user';
import { useSendingService } from '../support/service/sending-service';
import { type ApiAnswer, callApi, randomPhone } from '../support/service/service';

const fixture = useSendingService();
let sender: ConsoleUser;
let other: ConsoleUser;
let editor: ConsoleUser;
let group: string;

const call = (user: ConsoleUser, method: string, path: string, body?: unknown) =>
  callApi(fixture.service, { method, path, headers: user.headers, body });
const outcomeOf = ({ status, body }: ApiAnswer) => [status, (body as { code?: number } | undefined)?.code];

beforeEach(async () => {
  const { accountId } = fixture.account;
  const { table } = fixture.service.deps;
  const userWith = (role: Role) => createConsoleUser(fixture.service, { accountId, role });
  [sender, other, editor] = await Promise.all([userWith('sender'), userWith('sender'), userWith('editor')]);
  await updateAccount({ table, accountId, changes: { approvalAbove: 0 } });
  const made = await createGroup(fixture.service.deps, { accountId, name: 'All', optInType: 'SINGLE' });
  group = made.id;
  const contact = `/api/v1/contacts/by-phone/${encodeURIComponent(randomPhone())}`;
  await call(sender, 'POST', contact, {});
  await call(sender, 'POST', `${contact}/groups/${group}`);
});

async function asked(kind: 'campaigns' | 'automations', by = sender): Promise<string> {
  const { from } = fixture.account;
  const plan = { name: 'Spring', from, purpose: 'informational' };
  const body =
    kind === 'campaigns'
      ? {
          ...plan,
          body: 'Hello',
          audience: { groups: [group] },
          schedule: { at: '2035-03-01T15:00:00.000Z' },
        }
      : { ...plan, trigger: { joined: group }, entry: 'once', steps: [{ send: { body: 'Hello' } }] };
  const { id } = (await call(by, 'POST', `/api/v1/${kind}`, body)).body as { id: string };
  await askAgain(kind, id, by);
  return id;
}

async function askAgain(kind: 'campaigns' | 'automations', id: string, by = sender): Promise<void> {
  const step = kind === 'campaigns' ? 'launch' : 'start';
  const { body } = await call(by, 'POST', `/api/v1/${kind}/${id}/${step}`);
  expect(body).toMatchObject({ status: 'awaitingApproval' });
}

describe.each(['campaigns', 'automations'] as const)('E4.7: the note on %s', (kind) => {
  const read = async (user: ConsoleUser, id: string) =>
    (await call(user, 'GET', `/console/api/${kind}/${id}/${kind === 'campaigns' ? 'launch' : 'start'}`)).body;
  const note = (user: ConsoleUser, id: string, text: unknown) =>
    call(user, 'POST', `/console/api/${kind}/${id}/note`, { note: text });

  it('is written by who asked, as often as they want, and shown to who decides', async () => {
    const id = await asked(kind);
    expect(await read(other, id)).toMatchObject({ mayDecide: true, mayNote: false });
    expect(await note(sender, id, ' As agreed. ')).toMatchObject({ status: 204 });
    expect(await read(other, id)).toMatchObject({ note: 'As agreed.' });
    await note(sender, id, 'x'.repeat(1_000));
    expect(await read(other, id)).toMatchObject({ note: 'x'.repeat(1_000) });
    await note(sender, id, '');
    expect(await read(other, id)).not.toHaveProperty('note');
  });

  it('is refused of others, of a longer text, and of what awaits no approval', async () => {
    const id = await asked(kind);
    expect(outcomeOf(await note(other, id, 'Mine.'))).toEqual([403, 33112]);
    expect(outcomeOf(await note(editor, id, 'Mine.'))).toEqual([403, 33112]);
    for (const wrong of ['x'.repeat(1_001), 7, null, '\ud800']) {
      expect(outcomeOf(await note(sender, id, wrong))).toEqual([400, 33100]);
    }
    expect(outcomeOf(await note(sender, kind === 'campaigns' ? 'cmp_none' : 'aut_none', 'Which?'))).toEqual([
      404, 33110,
    ]);
    await call(other, 'POST', `/api/v1/${kind}/${id}/approve`);
    expect(outcomeOf(await note(sender, id, 'Too late.'))).toEqual([409, 33111]);
  });

  it('is gone when the approval is asked for anew', async () => {
    const id = await asked(kind);
    await note(sender, id, 'As agreed.');
    await call(other, 'POST', `/api/v1/${kind}/${id}/reject`, { reason: 'Too long.' });
    await askAgain(kind, id);
    expect(await read(other, id)).not.toHaveProperty('note');
  });
});

it('E4.7: the number of approvals counts what awaits the reader, and is zero without the right', async () => {
  const counts = async (user: ConsoleUser) => (await call(user, 'GET', '/console/api/awaiting')).body;
  expect(await counts(other)).toEqual({ campaigns: 0, automations: 0, conversations: 0 });
  const first = await asked('campaigns');
  await asked('campaigns', other);
  await asked('automations');
  expect(await counts(other)).toEqual({ campaigns: 1, automations: 1, conversations: 0 });
  expect(await counts(sender)).toEqual({ campaigns: 1, automations: 0, conversations: 0 });
  expect(await counts(editor)).toEqual({ campaigns: 0, automations: 0, conversations: 0 });
  await call(other, 'POST', `/api/v1/campaigns/${first}/approve`);
  expect(await counts(other)).toEqual({ campaigns: 0, automations: 1, conversations: 0 });
});
