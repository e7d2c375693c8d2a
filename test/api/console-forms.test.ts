import { createGroup } from '../../shared/audience/groups/create-group';
import { MAX_FORMS } from '../../shared/limits';
import { createConsoleUser, type ConsoleUser } from '../support/console/console-user';
import { callPage } from '../support/service/join-page';
import { operate } from '../support/service/operate';
import { type ApiAnswer, callApi, createApiAccount } from '../support/service/service';
import { useSendingService } from '../support/service/sending-service';

const fixture = useSendingService({ name: 'Acme' });
let admin: ConsoleUser;
let groupId: string;

interface Form {
  id: string;
  url: string;
  version: number;
}

const userWith = (role: 'viewer' | 'editor' | 'sender' | 'admin' | 'operator') =>
  createConsoleUser(fixture.service, { accountId: fixture.account.accountId, role });
const call = (method: string, path: string, body?: unknown, user: Pick<ConsoleUser, 'headers'> = admin) =>
  callApi(fixture.service, { method, path: `/console/api/${path}`, headers: user.headers, body });
const refusalOf = ({ status, body }: ApiAnswer) => [status, (body as { code?: number }).code];
const errorsOf = ({ body }: ApiAnswer) =>
  (body as { details: { errors: Array<{ pointer: string; reason: string }> } }).details.errors;
const pointersOf = (answer: ApiAnswer) => errorsOf(answer).map(({ pointer }) => pointer);
const content = () => ({
  group: groupId,
  brand: 'Acme Shoes',
  description: 'Offers and news',
  frequency: 'Up to 4 messages a month',
  termsUrl: 'https://example.com/terms',
  privacyUrl: 'https://example.com/privacy',
});
async function create(more: object = {}): Promise<Form> {
  const answer = await call('POST', 'forms', { ...content(), ...more });
  expect(answer.status).toBe(201);
  return answer.body as Form;
}
const listed = async (user = admin) =>
  ((await call('GET', 'forms', undefined, user)).body as { results: Form[] }).results;
const pageOf = ({ id }: Form) => callPage(fixture.service.baseUrl, { path: `/join/${id}` });
async function auditOf(id: string) {
  const { body } = await call('GET', `audit?target=${id}`);
  return (body as { results: object[] }).results;
}

beforeEach(async () => {
  admin = await userWith('admin');
  const { deps } = fixture.service;
  const { accountId } = fixture.account;
  ({ id: groupId } = await createGroup(deps, { accountId, name: 'News', optInType: 'DOUBLE' }));
});

describe('rules 3.5: opt-in forms in the console', () => {
  it('are created, and public at once, as the command line shows them', async () => {
    const form = await create({ brand: ' Acme   Shoes ', countries: ['us', 'CA', 'US'] });
    expect(form).toEqual({
      ...{ id: form.id, url: `${fixture.service.baseUrl}/join/${form.id}`, version: 1 },
      ...{ ...content(), countries: ['CA', 'US'] },
      createdAt: expect.any(String) as string,
      updatedAt: expect.any(String) as string,
    });
    expect((await pageOf(form)).html).toContain('Get text messages from Acme Shoes');
    expect(await listed()).toEqual([form]);
    const { accountId } = fixture.account;
    expect(await operate('form', 'list', '--account', accountId)).toEqual([form]);
  });

  it('are changed in a new version; without a change they keep theirs', async () => {
    const form = await create({ countries: ['US'] });
    const changed = await call('PATCH', `forms/${form.id}`, { brand: 'Acme Boots', countries: [] });
    expect(changed).toMatchObject({
      ...{ status: 200, body: { ...content(), brand: 'Acme Boots', countries: [], version: 2 } },
    });
    expect((await pageOf(form)).html).toContain('Get text messages from Acme Boots');
    const again = await call('PATCH', `forms/${form.id}`, { brand: 'Acme Boots' });
    expect(again.body).toEqual(changed.body);
  });

  it('are deleted: the page is gone', async () => {
    const form = await create();
    expect((await call('DELETE', `forms/${form.id}`)).status).toBe(204);
    expect((await pageOf(form)).status).toBe(404);
    expect(await listed()).toEqual([]);
    expect(refusalOf(await call('DELETE', `forms/${form.id}`))).toEqual([404, 33110]);
    expect(refusalOf(await call('PATCH', `forms/${form.id}`, { brand: 'x' }))).toEqual([404, 33110]);
  });

  it('stand in the audit log with what was changed', async () => {
    const { id } = await create();
    await call('PATCH', `forms/${id}`, { frequency: 'Weekly' });
    await call('DELETE', `forms/${id}`);
    const actor = { type: 'user', id: admin.userId, email: admin.email };
    const entry = { target: { type: 'form', id }, actor, channel: 'console', outcome: 'done' };
    const brand = { what: 'brand', from: 'Acme Shoes' };
    expect(await auditOf(id)).toMatchObject([
      { ...entry, action: 'deleteForm', changes: expect.arrayContaining([brand]) as object },
      {
        ...{ ...entry, action: 'updateForm' },
        changes: [{ what: 'frequency', from: 'Up to 4 messages a month', to: 'Weekly' }],
      },
      {
        ...{ ...entry, action: 'createForm' },
        changes: expect.arrayContaining([{ what: 'brand', to: 'Acme Shoes' }]) as object,
      },
    ]);
  });

  it('have a page for the registration, with the texts that follow', async () => {
    const form = await create();
    const { status, body } = await call('GET', `forms/${form.id}/evidence`);
    expect(status).toBe(200);
    const { page } = body as { page: string };
    expect(page).toMatch(/^<!doctype html>/);
    for (const part of ['Opt-in of Acme Shoes', form.url, fixture.account.from, 'https://example.com/terms'])
      expect(page).toContain(part);
  });

  it('have no such page once their group is gone, when nobody can sign up', async () => {
    const form = await create();
    const { accountId } = fixture.account;
    await operate('group', 'delete', '--account', accountId, '--group', groupId, '--yes');
    expect((await pageOf(form)).status).toBe(404);
    expect(refusalOf(await call('GET', `forms/${form.id}/evidence`))).toEqual([404, 33031]);
    expect(await listed()).toEqual([form]);
  });
});

describe('rules 3.5: content of a form that is not taken', () => {
  it.each([
    ['/brand', 'of spaces', { brand: ' ' }],
    ['/brand', 'of 61 characters', { brand: 'b'.repeat(61) }],
    ['/description', 'of 501 characters', { description: 'd'.repeat(501) }],
    ['/frequency', 'that is empty', { frequency: '' }],
    ['/frequency', 'of 61 characters', { frequency: 'f'.repeat(61) }],
    ['/termsUrl', 'without https', { termsUrl: 'http://example.com/terms' }],
    ['/privacyUrl', 'with a password', { privacyUrl: 'https://me:secret@example.com/' }],
    ['/countries/1', 'that is no country', { countries: ['US', 'XX'] }],
  ])('is a %s %s', async (pointer, _, wrong) => {
    const form = await create();
    expect(pointersOf(await call('POST', 'forms', { ...content(), ...wrong }))).toEqual([pointer]);
    expect(pointersOf(await call('PATCH', `forms/${form.id}`, wrong))).toEqual([pointer]);
    expect(await listed()).toEqual([form]);
  });

  it('is one without all of its parts, and with a group that is none', async () => {
    expect(pointersOf(await call('POST', 'forms', {}))).toEqual(
      ['group', 'brand', 'description', 'frequency', 'termsUrl', 'privacyUrl'].map((name) => `/${name}`),
    );
    const other = await createApiAccount(fixture.service);
    const { id: foreign } = await createGroup(fixture.service.deps, {
      ...{ accountId: other.accountId, name: 'Theirs', optInType: 'DOUBLE' as const },
    });
    const form = await create();
    for (const [group, refusal] of [
      ['no group', [400, 33034]],
      ['grp_none', [404, 33031]],
      [foreign, [404, 33031]],
    ] as const) {
      expect(refusalOf(await call('POST', 'forms', { ...content(), group }))).toEqual(refusal);
      expect(refusalOf(await call('PATCH', `forms/${form.id}`, { group }))).toEqual(refusal);
    }
  });

  it(`is one more than ${MAX_FORMS}`, async () => {
    for (let made = 0; made < MAX_FORMS; made++) await create();
    expect(errorsOf(await call('POST', 'forms', content()))).toEqual([
      { pointer: '', reason: `the account has ${MAX_FORMS} opt-in forms, and no more fit` },
    ]);
  });
});

describe('E6: rights on opt-in forms', () => {
  it('to read have all roles, to change administrators and operators', async () => {
    const form = await create();
    for (const role of ['viewer', 'editor', 'sender'] as const) {
      const user = await userWith(role);
      expect(await listed(user)).toEqual([form]);
      expect((await call('GET', `forms/${form.id}/evidence`, undefined, user)).status).toBe(200);
      for (const [method, path, body] of [
        ['POST', 'forms', content()],
        ['PATCH', `forms/${form.id}`, { brand: 'x' }],
        ['DELETE', `forms/${form.id}`],
      ] as const) {
        expect(refusalOf(await call(method, path, body, user))).toEqual([403, 33112]);
      }
    }
    const operator = await userWith('operator');
    const changed = await call('PATCH', `forms/${form.id}`, { brand: 'By operator' }, operator);
    expect(changed).toMatchObject({ status: 200, body: { brand: 'By operator', version: 2 } });
    expect((await call('DELETE', `forms/${form.id}`, undefined, operator)).status).toBe(204);
  });

  it('has no administrator of another account', async () => {
    const form = await create();
    const { accountId } = await createApiAccount(fixture.service);
    const other = await createConsoleUser(fixture.service, { accountId, role: 'admin' });
    expect(await listed(other)).toEqual([]);
    for (const [method, path, body] of [
      ['GET', `forms/${form.id}/evidence`],
      ['PATCH', `forms/${form.id}`, { brand: 'x' }],
      ['DELETE', `forms/${form.id}`],
    ] as const) {
      expect(refusalOf(await call(method, path, body, other))).toEqual([404, 33110]);
    }
    const reaching = { headers: { ...other.headers, 'x-account': fixture.account.accountId } };
    expect(refusalOf(await call('GET', 'forms', undefined, reaching))).toEqual([403, 33112]);
    expect(refusalOf(await call('POST', 'forms', content(), reaching))).toEqual([403, 33112]);
    expect(await listed()).toEqual([form]);
  });
});
