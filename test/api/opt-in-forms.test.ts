import { createGroup } from '../../shared/audience/groups/create-group';
import { FORM_POSTS } from '../../shared/limits';
import { countRecent } from '../../shared/accounts/recent-times';
import { formPostsKey } from '../../shared/platform/store/keys';
import { expectSoon } from '../support/service/api-sending';
import { callPage, unusedAddress } from '../support/service/join-page';
import { operate } from '../support/service/operate';
import { useSendingService } from '../support/service/sending-service';
import { callApi, randomGermanPhone, randomPhone } from '../support/service/service';

const fixture = useSendingService({ keywordReplies: 'on', name: 'Acme' });
const { sending } = fixture;

interface Form {
  id: string;
  url: string;
  version: number;
}

const accountOptions = () => ['--account', fixture.account.accountId];
const makeGroup = async (name = 'News') =>
  createGroup(fixture.service.deps, {
    ...{ accountId: fixture.account.accountId, name, optInType: 'DOUBLE' },
  });
async function makeForm(...options: string[]): Promise<Form & { groupId: string }> {
  const { id: groupId } = await makeGroup();
  const form = await operate<Form>(
    ...['form', 'create', ...accountOptions(), '--group', groupId, '--brand', 'Acme Shoes'],
    ...['--description', 'Offers and news', '--frequency', 'Up to 4 messages a month'],
    ...['--terms', 'https://example.com/terms', '--privacy', 'https://example.com/privacy', ...options],
  );
  return { ...form, groupId };
}
const get = (form: { id: string }, options: { query?: string; headers?: Record<string, string> } = {}) =>
  callPage(fixture.service.baseUrl, { path: `/join/${form.id}${options.query ?? ''}`, ...options });
const post = (
  form: { id: string },
  fields: Record<string, string> | string,
  options: { from?: string; query?: string; headers?: Record<string, string> } = {},
) =>
  callPage(fixture.service.baseUrl, {
    ...{ path: `/join/${form.id}${options.query ?? ''}`, fields, from: unusedAddress(), ...options },
  });
const ticked = (phone: string) => ({ phone, consent: 'yes' });
async function contactOf(phone: string) {
  const path = `/api/v1/contacts/by-phone/${encodeURIComponent(phone)}`;
  const { status, body } = await callApi(fixture.service, { account: fixture.account, path });
  const { groups = [], pendingGroups = [] } = body as Partial<Record<string, Array<{ id: string }>>>;
  return { status, groups: groups.map(({ id }) => id), pendingGroups: pendingGroups.map(({ id }) => id) };
}
const logOf = (phone: string) => operate<object[]>('contact', 'log', ...accountOptions(), '--phone', phone);
const bodiesTo = async (phone: string) => (await sending.taken(phone)).map(({ body }) => body);

const ASKED =
  'Acme Shoes - News: Reply YES to get our texts. Up to 4 messages a month. Msg & data rates may apply. Reply HELP for help, STOP to opt out.';
const WORDING =
  'I agree to get recurring text messages (SMS and MMS) from Acme Shoes at the number above: Offers and news. Up to 4 messages a month. Message and data rates may apply. Reply STOP to opt out, HELP for help. Consent is not a condition of any purchase.';

describe('rules 3.5: the page of an opt-in form', () => {
  it('is public, without cookies and scripts, and is kept by no cache', async () => {
    const form = await makeForm();
    expect(form.url).toBe(`${fixture.service.baseUrl}/join/${form.id}`);
    const { status, headers, html } = await get(form);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('set-cookie')).toBeNull();
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
    );
    expect(html).toContain('Get text messages from Acme Shoes');
    expect(html).not.toMatch(/<script|checked/);
  });

  it('is in the language that the address or the browser asks for', async () => {
    const form = await makeForm();
    const spanish = { 'accept-language': 'fr, es-MX;q=0.8, en;q=0.5' };
    expect((await get(form, { headers: spanish })).html).toContain('<html lang="es">');
    expect((await get(form, { query: '?lang=es' })).html).toContain('Recibe mensajes de texto de Acme Shoes');
    expect((await get(form, { query: '?lang=en', headers: spanish })).html).toContain('<html lang="en">');
    expect((await get(form, { query: '?lang=xx' })).html).toContain('<html lang="en">');
  });

  it('answers HEAD as GET, without the page', async () => {
    const form = await makeForm();
    for (const path of [`/join/${form.id}?lang=es`, '/join/frm_none']) {
      const got = await callPage(fixture.service.baseUrl, { path });
      const checked = await callPage(fixture.service.baseUrl, { path, method: 'HEAD' });
      expect(checked.status).toBe(got.status);
      expect(checked.html).toBe('');
      for (const name of ['content-type', 'cache-control', 'content-security-policy', 'referrer-policy'])
        expect(checked.headers.get(name)).toBe(got.headers.get(name));
    }
  });

  it('is gone with the form, its group, or its account, and was never there under other ids', async () => {
    const form = await makeForm();
    await operate('form', 'delete', ...accountOptions(), '--form', form.id, '--yes');
    const gone = await makeForm();
    await operate('group', 'delete', ...accountOptions(), '--group', gone.groupId, '--yes');
    for (const id of [form.id, gone.id, 'frm_none', 'frm_', 'x', '%20', 'frm_01%2F']) {
      const answers = [await get({ id }), await post({ id }, ticked(randomPhone()))];
      expect(answers.map(({ status }) => status)).toEqual([404, 404]);
      expect(answers[0]?.html).toContain('This form does not exist');
    }
  });
});

describe('rules 3.5: a post', () => {
  it('asks the phone, which joins once it says YES; the log has form, version, wording and time', async () => {
    const [form, phone] = [await makeForm(), randomPhone()];
    const before = await sending.credits();
    const national = `(${phone.slice(2, 5)}) ${phone.slice(5, 8)}-${phone.slice(8)}`;
    const answer = await post(form, { ...ticked(national), version: '1', website: '' });
    expect(answer.status).toBe(200);
    expect(answer.html).toContain('Check your phone');
    expect(answer.html).toContain('text START to +1 206');
    await expectSoon(async () => expect(await bodiesTo(phone)).toEqual([ASKED]));
    expect(await contactOf(phone)).toEqual({ status: 200, groups: [], pendingGroups: [form.groupId] });
    await sending.say(phone, 'YES');
    await expectSoon(async () => {
      expect(await contactOf(phone)).toEqual({ status: 200, groups: [form.groupId], pendingGroups: [] });
    });
    expect(await logOf(phone)).toMatchObject([
      {
        ...{ action: 'OPT_IN_REQUESTED', reason: 'FORM', actor: 'contact', groupId: form.groupId },
        ...{ formId: form.id, formVersion: 1, wording: WORDING },
        ...{ evidence: `form ${form.id} version 1`, at: expect.stringMatching(/^\d{4}-.*Z$/) as string },
      },
      { action: 'OPT_IN', reason: 'CONTACT_CONFIRMED', actor: 'contact' },
    ]);
    expect(await sending.credits()).toEqual(before);
  });

  it('is answered the same for every number, and asks only those that may be asked', async () => {
    const form = await makeForm();
    const [unknown, known, asked, member, refused, elsewhere] = Array.from({ length: 6 }, randomPhone) as [
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    const path = '/api/v1/contacts/by-phone/';
    const call = (phone: string, rest: string, body?: object) =>
      callApi(fixture.service, {
        ...{ account: fixture.account, method: 'POST', path: path + encodeURIComponent(phone) + rest, body },
      });
    for (const phone of [known, member, elsewhere]) await call(phone, '', {});
    await post(form, ticked(asked));
    await post(form, ticked(member));
    await expectSoon(async () => expect(await bodiesTo(member)).toHaveLength(1));
    await sending.say(member, 'YES');
    await expectSoon(async () => expect((await contactOf(member)).groups).toEqual([form.groupId]));
    await sending.say(refused, 'STOP');
    await expectSoon(async () => expect(await bodiesTo(refused)).toHaveLength(1));
    const other = await makeGroup('Other');
    await call(elsewhere, `/groups/${other.id}`, { optInMode: 'CONFIRM' });

    const times: number[] = [];
    const answers: string[] = [];
    for (const phone of [unknown, known, asked, member, refused, elsewhere]) {
      const startedMs = performance.now();
      const { status, html } = await post(form, ticked(phone));
      times.push(performance.now() - startedMs);
      answers.push(`${status} ${html}`);
    }
    expect(new Set(answers).size).toBe(1);
    expect(Math.min(...times)).toBeGreaterThan(550);
    for (const phone of [unknown, known, asked]) {
      await expectSoon(async () => expect(await bodiesTo(phone)).toEqual([ASKED]));
    }
    expect(await bodiesTo(member)).toEqual([ASKED]);
    expect(await bodiesTo(refused)).toHaveLength(1);
    expect((await contactOf(refused)).status).toBe(404);
    expect((await bodiesTo(elsewhere)).filter((body) => body === ASKED)).toEqual([]);
  });

  it('after a STOP and a START asks again', async () => {
    const [form, phone] = [await makeForm(), randomPhone()];
    await sending.say(phone, 'STOP');
    await expectSoon(async () => expect(await bodiesTo(phone)).toHaveLength(1));
    await sending.say(phone, 'START');
    await expectSoon(async () => {
      expect((await logOf(phone)).at(-1)).toMatchObject({ action: 'HARD_OPT_OUT_LIFTED' });
    });
    await post(form, ticked(phone));
    await expectSoon(async () => expect((await bodiesTo(phone)).at(-1)).toBe(ASKED));
  });

  it.each<[string, Record<string, string>, string[]]>([
    ['no number', { consent: 'yes', phone: '' }, ['phone-error']],
    ['no such number', ticked('12345'), ['phone-error']],
    ['words', ticked('"><b>call me</b>'), ['phone-error']],
    ['no tick', { phone: '(206) 555-0100' }, ['consent-error']],
    ['nothing', {}, ['phone-error', 'consent-error']],
  ])('with %s is shown the page again, with an error at the field', async (_title, fields, errors) => {
    const form = await makeForm();
    const { status, html } = await post(form, fields);
    expect(status).toBe(422);
    expect([...html.matchAll(/class="error" id="([\w-]+)"/g)].map(([, id]) => id)).toEqual(errors);
    for (const id of errors)
      expect(html).toMatch(new RegExp(`aria-invalid="true" aria-describedby="[^"]*${id}`));
    expect(html).toContain('role="alert"');
    expect(html).not.toMatch(/checked|<b>/);
  });

  it('takes numbers of its countries only', async () => {
    const form = await makeForm('--country', 'CA', 'US');
    const german = await post(form, ticked(randomGermanPhone()));
    expect([german.status, german.html.includes('Numbers of this country')]).toEqual([422, true]);
    expect((await get(form)).html).toContain('Only numbers of: Canada and United States.');
    const canadian = await makeForm('--country', 'CA');
    expect((await post(canadian, ticked(randomPhone()))).status).toBe(422);
    // Without countries of its own, those of the account's numbers.
    expect((await post(await makeForm(), ticked(randomGermanPhone()))).status).toBe(422);
  });

  it.each(['', 'no', 'false', '0'])('with %j as the value of the box is not ticked', async (consent) => {
    const [form, phone] = [await makeForm(), randomPhone()];
    expect((await post(form, { phone, consent })).status).toBe(422);
    expect((await contactOf(phone)).status).toBe(404);
  });

  it('of a robot is answered like any other, and does nothing', async () => {
    const [form, phone, other] = [await makeForm(), randomPhone(), randomPhone()];
    const robot = await post(form, { ...ticked(phone), website: 'https://spam.example' });
    const person = await post(form, ticked(other));
    expect([robot.status, robot.html]).toEqual([person.status, person.html]);
    await expectSoon(async () => expect(await bodiesTo(other)).toEqual([ASKED]));
    expect(await bodiesTo(phone)).toEqual([]);
    expect((await contactOf(phone)).status).toBe(404);
  });

  it('of a page that has changed is shown the new one; the log has what was read', async () => {
    const [form, phone] = [await makeForm(), randomPhone()];
    const changed = await operate<Form>(
      ...['form', 'set', ...accountOptions(), '--form', form.id, '--frequency', 'Daily'],
    );
    expect(changed.version).toBe(2);
    const old = await post(form, { ...ticked(phone), version: '1' });
    expect([old.status, old.html.includes('has changed')]).toEqual([422, true]);
    await post(form, { ...ticked(phone), version: '2' }, { query: '?lang=es' });
    await expectSoon(async () => expect(await bodiesTo(phone)).toHaveLength(1));
    expect(await logOf(phone)).toMatchObject([
      { formId: form.id, formVersion: 2, wording: expect.stringContaining('Acepto recibir') as string },
    ]);
    const show = (...options: string[]) => operate('form', 'show', '--form', form.id, ...options);
    expect(await show('--form-version', '1')).toMatchObject({
      ...{ version: 1, frequency: 'Up to 4 messages a month' },
    });
    expect(await show()).toMatchObject({ version: 2, frequency: 'Daily' });
  });

  it('that is no form, or too large, is a page that says so', async () => {
    const form = await makeForm();
    const json = { 'content-type': 'application/json' };
    expect((await post(form, '{}', { headers: json })).status).toBe(415);
    expect((await post(form, `phone=${'1'.repeat(9_000)}`)).status).toBe(413);
    expect((await post(form, '%%%=%ff&phone=%zz')).status).toBe(422);
  });

  it('is erased with its person', async () => {
    const [form, phone] = [await makeForm(), randomPhone()];
    await post(form, ticked(phone));
    await expectSoon(async () => expect(await logOf(phone)).toHaveLength(1));
    await operate('contact', 'erase', ...accountOptions(), '--phone', phone, '--yes');
    await expectSoon(async () => expect(await logOf(phone)).toEqual([]));
  });
});

describe('rules 3.5: limits of posts', () => {
  it('are 20 from a network in ten minutes, whatever the form', async () => {
    const [form, other] = [await makeForm(), await makeForm()];
    const from = unusedAddress();
    const statuses: number[] = [];
    for (let index = 0; index < 20; index += 1) statuses.push((await post(form, {}, { from })).status);
    expect(statuses).toEqual(Array.from({ length: 20 }, () => 422));
    const refused = await post(other, ticked(randomPhone()), { from });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.html).toContain('Please try again later');
    expect((await post(other, {})).status).toBe(422);
  });

  it('are 500 to a form in an hour', async () => {
    const [form, phone] = [await makeForm(), randomPhone()];
    const times = Array.from({ length: FORM_POSTS - 1 }, () => Date.now());
    const Item = { ...formPostsKey(form.id), entity: 'recentTimes', times, version: 1 };
    await fixture.service.deps.table.put({ Item });
    expect((await post(form, ticked(phone))).status).toBe(200);
    expect((await post(form, ticked(randomPhone()))).status).toBe(429);
  });

  it('hold for any ten minutes, whenever they begin', async () => {
    let nowMs = Date.parse('2027-03-01T10:08:00Z');
    const { table } = fixture.service.deps;
    const clock = { now: () => new Date(nowMs) };
    const limit = { key: formPostsKey(randomPhone()), windowMs: 600_000, most: 20 };
    const count = () => countRecent({ table, clock }, limit);
    for (let index = 0; index < 20; index += 1) {
      expect(await count()).toBeUndefined();
      nowMs += 1_000;
    }
    nowMs = Date.parse('2027-03-01T10:17:59Z');
    expect(await count()).toEqual({ retryAfterSeconds: 1 });
    nowMs += 1_000;
    expect(await count()).toBeUndefined();
    expect(await count()).toEqual({ retryAfterSeconds: 1 });
  });

  it('hold for posts at once', async () => {
    const { table } = fixture.service.deps;
    const limit = { key: formPostsKey(randomPhone()), windowMs: 600_000, most: 20 };
    const clock = { now: () => new Date() };
    const answers = await Promise.all(Array.from({ length: 30 }, () => countRecent({ table, clock }, limit)));
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(20);
  });

  it('are three for a number in a day: later ones are answered the same, and ask no more', async () => {
    const [form, phone] = [await makeForm(), randomPhone()];
    const path = `/api/v1/contacts/by-phone/${encodeURIComponent(phone)}/groups/${form.groupId}`;
    for (let index = 0; index < 4; index += 1) {
      expect((await post(form, ticked(phone))).status).toBe(200);
      // A question that waits is dropped with its membership.
      await expectSoon(async () => expect(await bodiesTo(phone)).toHaveLength(Math.min(index + 1, 3)));
      await callApi(fixture.service, { account: fixture.account, method: 'DELETE', path });
    }
    await sending.say(phone, 'HELP');
    await expectSoon(async () => expect(await bodiesTo(phone)).toHaveLength(4));
    expect((await bodiesTo(phone)).filter((body) => body === ASKED)).toHaveLength(3);
  });

  it('are the free texts of the account: the page says to try later, for every number', async () => {
    const form = await makeForm();
    const member = randomPhone();
    await post(form, ticked(member));
    await operate('account', 'set', ...accountOptions(), '--free-texts', '0');
    for (const phone of [member, randomPhone()]) {
      const { status, headers, html } = await post(form, ticked(phone));
      expect([status, html.includes('Please try again later')]).toEqual([429, true]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await operate('account', 'set', ...accountOptions(), '--free-texts', '1000');
  });
});
