import { createApiKey } from '../../shared/accounts/api-keys';
import { updateAccount } from '../../shared/accounts/account-store';
import { createGroup } from '../../shared/audience/groups/create-group';
import { changeRole } from '../../shared/users/change-members';
import type { Role } from '../../shared/users/role';
import { type ConsoleUser, createConsoleUser } from '../support/console/console-user';
import { useSendingService } from '../support/service/sending-service';
import { type ApiAnswer, callApi, randomPhone } from '../support/service/service';

const fixture = useSendingService();
let editor: ConsoleUser;
let sender: ConsoleUser;
let group: string;

const call = (user: ConsoleUser, method: string, path: string, body?: unknown) =>
  callApi(fixture.service, { method, path, headers: user.headers, body });
const outcomeOf = ({ status, body }: ApiAnswer) => [status, (body as { code?: number } | undefined)?.code];
const userWith = (role: Role) =>
  createConsoleUser(fixture.service, { accountId: fixture.account.accountId, role });

beforeEach(async () => {
  const { accountId } = fixture.account;
  [editor, sender] = await Promise.all([userWith('editor'), userWith('sender')]);
  await updateAccount({
    table: fixture.service.deps.table,
    accountId,
    changes: { approvalAbove: undefined },
  });
  const made = await createGroup(fixture.service.deps, { accountId, name: 'All', optInType: 'SINGLE' });
  group = made.id;
  const contact = `/api/v1/contacts/by-phone/${encodeURIComponent(randomPhone())}`;
  await call(sender, 'POST', contact, {});
  await call(sender, 'POST', `${contact}/groups/${group}`);
});

describe.each(['campaigns', 'automations'] as const)('E4.7: a submission of %s', (kind) => {
  const begin = kind === 'campaigns' ? 'launch' : 'start';
  const begun = kind === 'campaigns' ? 'scheduled' : 'running';
  const unknown = kind === 'campaigns' ? 'cmp_none' : 'aut_none';

  async function draft(changes: object = {}): Promise<string> {
    const plan = { name: 'Spring', from: fixture.account.from, purpose: 'informational' };
    const body =
      kind === 'campaigns'
        ? {
            ...plan,
            body: 'Hello',
            audience: { groups: [group] },
            schedule: { at: '2035-03-01T15:00:00.000Z' },
          }
        : { ...plan, trigger: { joined: group }, entry: 'once', steps: [{ send: { body: 'Hello' } }] };
    const answer = await call(editor, 'POST', `/api/v1/${kind}`, { ...body, ...changes });
    return (answer.body as { id: string }).id;
  }
  const submit = (user: ConsoleUser, id: string, body?: unknown) =>
    call(user, 'POST', `/console/api/${kind}/${id}/submit`, body);
  const step = (user: ConsoleUser, id: string, name: string, body?: unknown) =>
    call(user, 'POST', `/api/v1/${kind}/${id}/${name}`, body);
  const statusOf = async (id: string) =>
    ((await call(sender, 'GET', `/api/v1/${kind}/${id}`)).body as { status: string }).status;
  const asked = async (user: ConsoleUser, id: string) =>
    (await call(user, 'GET', `/console/api/${kind}/${id}/${begin}`)).body;

  it('waits for an approval though the account wants none, and another user begins it', async () => {
    const id = await draft();
    expect(await submit(editor, id, { note: ' For Easter. ' })).toMatchObject({ status: 204 });
    expect(await statusOf(id)).toBe('awaitingApproval');
    expect(await asked(sender, id)).toMatchObject({
      ...{ mayDecide: true, mayNote: false, note: 'For Easter.' },
      [kind === 'campaigns' ? 'launchedBy' : 'startedBy']: { kind: 'user', id: editor.userId },
    });
    expect((await call(sender, 'GET', '/console/api/awaiting')).body).toMatchObject({ [kind]: 1 });
    expect(await step(sender, id, 'approve')).toMatchObject({
      status: 200,
      body: { status: begun, approval: { status: 'approved', by: { kind: 'user', id: sender.userId } } },
    });
  });

  it('is sent back with a reason as a draft, which is submitted again with another note', async () => {
    const id = await draft();
    await submit(editor, id, { note: 'For Easter.' });
    expect(await step(sender, id, 'reject', { reason: 'Too long.' })).toMatchObject({
      body: { status: 'draft', approval: { status: 'rejected', reason: 'Too long.' } },
    });
    const attention = async () =>
      ((await call(editor, 'GET', '/console/api/overview')).body as { attention: object[] }).attention;
    const sentBack =
      kind === 'campaigns'
        ? { kind: 'campaignSentBack', campaignId: id, name: 'Spring' }
        : { kind: 'automationSentBack', automationId: id, name: 'Spring' };
    expect(await attention()).toContainEqual(sentBack);
    expect(await call(editor, 'PATCH', `/api/v1/${kind}/${id}`, { name: 'Summer' })).toMatchObject({
      body: { status: 'draft' },
    });
    await submit(editor, id);
    expect(await statusOf(id)).toBe('awaitingApproval');
    expect(await asked(sender, id)).not.toHaveProperty('note');
    expect(JSON.stringify(await attention())).not.toContain('SentBack');
  });

  it('is not approved when it was asked for anew since the approver looked at it', async () => {
    const id = await draft();
    await submit(editor, id);
    const time = kind === 'campaigns' ? 'launchedAt' : 'startedAt';
    const lookedAt = ((await asked(sender, id)) as Record<string, string>)[time];
    await step(sender, id, 'reject', { reason: 'Too long.' });
    await call(editor, 'PATCH', `/api/v1/${kind}/${id}`, { name: 'Summer' });
    await submit(editor, id);
    const late = await step(sender, id, 'approve', { askedAt: lookedAt });
    expect(late).toMatchObject({
      status: 409,
      body: { code: 33111, details: { status: 'changedMeanwhile' } },
    });
    expect(await statusOf(id)).toBe('awaitingApproval');
    expect(outcomeOf(await step(sender, id, 'approve', { askedAt: 1 }))).toEqual([400, 33100]);
    // Half of a character, which no table stores.
    expect(outcomeOf(await step(sender, id, 'approve', { comment: '\ud800' }))).toEqual([400, 33100]);
    expect(outcomeOf(await step(sender, id, 'reject', { reason: '\ud800' }))).toEqual([400, 33100]);
    expect(outcomeOf(await step(sender, id, 'reject', { reason: '  ' }))).toEqual([400, 33100]);
    const now = ((await asked(sender, id)) as Record<string, string>)[time];
    expect(await step(sender, id, 'approve', { askedAt: now })).toMatchObject({ status: 200 });
  });

  it('is not decided without the right, nor by the user who submitted it when their role is another later', async () => {
    const id = await draft();
    await submit(editor, id);
    const other = await userWith('editor');
    for (const user of [editor, other]) {
      expect(outcomeOf(await step(user, id, 'approve'))).toEqual([403, 33112]);
      expect(outcomeOf(await step(user, id, 'reject', { reason: 'No.' }))).toEqual([403, 33112]);
    }
    const { accountId } = fixture.account;
    await changeRole(fixture.service.deps, { accountId, userId: editor.userId, role: 'sender' });
    expect(outcomeOf(await step(editor, id, 'approve'))).toEqual([403, 33112]);
    // Another launch leaves it waiting.
    await step(editor, id, begin);
    await step(sender, id, begin);
    expect(await statusOf(id)).toBe('awaitingApproval');
    expect(await asked(editor, id)).toMatchObject({ mayDecide: false, mayNote: true });
  });

  it('is not changed while it waits, but for the note', async () => {
    const id = await draft();
    await submit(editor, id, { note: 'For Easter.' });
    expect(outcomeOf(await call(editor, 'PATCH', `/api/v1/${kind}/${id}`, { name: 'Summer' }))).toEqual([
      409, 33111,
    ]);
    expect(outcomeOf(await call(editor, 'DELETE', `/api/v1/${kind}/${id}`))).toEqual([409, 33111]);
    const note = (user: ConsoleUser, text: string) =>
      call(user, 'POST', `/console/api/${kind}/${id}/note`, { note: text });
    expect(outcomeOf(await note(await userWith('editor'), 'Mine.'))).toEqual([403, 33112]);
    expect(await note(editor, 'For Whitsun.')).toMatchObject({ status: 204 });
    expect(await asked(sender, id)).toMatchObject({ note: 'For Whitsun.' });
  });

  it('is answered as it is when it is repeated, and refused of another user', async () => {
    const id = await draft();
    await submit(editor, id, { note: 'For Easter.' });
    expect(await submit(editor, id, { note: 'Again.' })).toMatchObject({ status: 204 });
    expect(outcomeOf(await submit(await userWith('editor'), id, { note: 'Mine.' }))).toEqual([409, 33111]);
    expect(await asked(sender, id)).toMatchObject({ note: 'For Easter.' });
    await step(sender, id, 'approve');
    expect(await submit(editor, id)).toMatchObject({ status: 204 });
    expect(await statusOf(id)).toBe(begun);
  });

  it('makes the checks that a launch makes', async () => {
    const text = 'Hello {{first_name}}';
    const id = await draft(kind === 'campaigns' ? { body: text } : { steps: [{ send: { body: text } }] });
    expect(outcomeOf(await submit(editor, id, { note: 'For Easter.' }))).toEqual([400, 33100]);
    const elsewhere = await draft({ from: randomPhone() });
    expect(outcomeOf(await submit(editor, elsewhere))).toEqual([400, 33004]);
    expect([await statusOf(id), await statusOf(elsewhere)]).toEqual(['draft', 'draft']);
  });

  it('takes a note of up to 1,000 characters', async () => {
    const id = await draft();
    for (const note of ['x'.repeat(1_001), 7, null, '\ud800']) {
      expect(outcomeOf(await submit(editor, id, { note }))).toEqual([400, 33100]);
    }
    expect(outcomeOf(await submit(editor, id, { comment: 'Hi' }))).toEqual([400, 33100]);
    expect(outcomeOf(await submit(editor, unknown))).toEqual([404, 33110]);
    expect(await submit(editor, id, { note: 'x'.repeat(1_000) })).toMatchObject({ status: 204 });
  });

  it('takes campaigns:write of a user: no viewer and no API key submits', async () => {
    const id = await draft();
    expect(outcomeOf(await submit(await userWith('viewer'), id))).toEqual([403, 33112]);
    const { accountId } = fixture.account;
    const { deps } = fixture.service;
    const made = await createApiKey(deps, accountId, { scopes: ['campaigns:write'] });
    const secret = Buffer.from(`${made?.key.id}:${made?.secret}`).toString('base64');
    const path = `/console/api/${kind}/${id}/submit`;
    const headers = {
      authorization: `Basic ${secret}`,
      'x-requested-with': 'console',
      'x-account': accountId,
    };
    expect(await callApi(fixture.service, { method: 'POST', path, headers })).toMatchObject({ status: 401 });
    expect(await statusOf(id)).toBe('draft');
  });

  it('of a user with the right waits as well', async () => {
    const id = await draft();
    expect(await submit(sender, id)).toMatchObject({ status: 204 });
    expect(outcomeOf(await step(sender, id, 'approve'))).toEqual([403, 33112]);
    expect(await step(await userWith('admin'), id, 'approve')).toMatchObject({ body: { status: begun } });
  });

  it('keeps its note in the audit log', async () => {
    const id = await draft();
    await submit(editor, id, { note: 'For Easter.' });
    const action = kind === 'campaigns' ? 'submitCampaign' : 'submitAutomation';
    const path = `/console/api/audit?target=${id}&action=${action}`;
    expect((await call(await userWith('admin'), 'GET', path)).body).toMatchObject({
      results: [
        {
          action,
          actor: { id: editor.userId },
          changes: [
            { what: 'status', from: 'draft', to: 'awaitingApproval' },
            { what: 'note', to: 'For Easter.' },
          ],
        },
      ],
    });
  });
});

describe('E4.7: the launch of a campaign', () => {
  it('says whether it was submitted by a user without the right', async () => {
    const of = async (submit: boolean) => {
      const { from } = fixture.account;
      const plan = { name: 'Spring', from, purpose: 'informational', body: 'Hello' };
      const made = await call(sender, 'POST', '/api/v1/campaigns', {
        ...plan,
        audience: { groups: [group] },
      });
      const { id } = made.body as { id: string };
      await updateAccount({
        table: fixture.service.deps.table,
        accountId: fixture.account.accountId,
        changes: { approvalAbove: 0 },
      });
      await call(
        sender,
        'POST',
        submit ? `/console/api/campaigns/${id}/submit` : `/api/v1/campaigns/${id}/launch`,
      );
      return (await call(sender, 'GET', `/console/api/campaigns/${id}/launch`)).body;
    };
    expect(await of(true)).toMatchObject({ isSubmitted: true });
    expect(await of(false)).toMatchObject({ isSubmitted: false });
  });
});
