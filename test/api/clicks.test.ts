import { createGroup } from '../../shared/audience/groups/create-group';
import { expectSoon } from '../support/service/api-sending';
import { followText } from '../support/service/follow-text';
import { operate } from '../support/service/operate';
import { linkDomainOf, registerLink } from '../support/service/own-links';
import { useSendingService } from '../support/service/sending-service';
import { callApi } from '../support/service/service';

const fixture = useSendingService({ smsCredits: 5_000, mmsCredits: 10, silentOptIn: true });
const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
let host: string;
let link: string;
beforeEach(async () => {
  const { accountId } = fixture.account;
  host = linkDomainOf(accountId);
  link = `${host}/spring`;
  await registerLink(fixture.service.deps, { accountId, link });
});

const answerTo = (text: string, options?: Parameters<typeof followText>[2]) =>
  followText(fixture.service, text, options);
/** Follows a link. @returns the status of the answer */
const follow = async (...parameters: Parameters<typeof answerTo>) => (await answerTo(...parameters)).status;

const textOf = async (to: string) => (await fixture.sending.taken(to))[0]?.body ?? '';

describe('clicks over HTTP', () => {
  it('of a single message are shown when it is read back', async () => {
    const { sending } = fixture;
    const [to = ''] = sending.phones(1);
    await sending.optIn([to]);
    const { body } = await sending.post('message', { to, body: `{{trackingLink "${link}"}}` });
    const { id } = body as { id: string };
    const text = await textOf(to);
    expect(await follow(text, { userAgent: 'WhatsApp/2.23.20.0 A' })).toBe(302);
    expect(await follow(text, { method: 'HEAD' })).toBe(302);
    expect((await sending.get(`message/${id}`)).body).not.toHaveProperty('clicks');
    expect(await follow(text)).toBe(302);
    expect((await sending.get(`message/${id}`)).body).toMatchObject({
      clicks: { count: 1, firstAt: TIMESTAMP, lastAt: TIMESTAMP },
    });
    expect(await operate('link', 'clicks', '--account', fixture.account.accountId, '--link', link)).toEqual({
      link,
      messages: 1,
      clicks: 1,
      unattributed: 0,
      bots: 1,
    });
  });

  it('of a batch are counted, listed with the recipients, and written into the export', async () => {
    const { sending, account } = fixture;
    const phones = sending.phones(10);
    await sending.optIn(phones);
    const recipients = phones.map((to) => ({ to, body: `{{trackingLink "${link}"}}` }));
    const { body } = await sending.post('batch', { recipients });
    const { id } = body as { id: string };
    const clicks = () => sending.get(`batch/${id}/clicks`);
    expect(await clicks()).toMatchObject({ status: 200, body: { messages: 0, clicks: 0, links: [] } });
    await expectSoon(async () => {
      expect((await sending.get(`batch/${id}`)).body).toMatchObject({ counts: { sent: 10 } });
    });
    for (const to of phones.slice(0, 3)) expect(await follow(await textOf(to))).toBe(302);
    expect((await clicks()).body).toEqual({ messages: 3, clicks: 3, links: [{ link, clicks: 3 }] });
    const { results } = (await sending.get(`batch/${id}/recipients`)).body as {
      results: Array<{ to: string; clicks?: { count: number } }>;
    };
    const clicked = results.filter((entry) => entry.clicks?.count === 1).map(({ to }) => to);
    expect(clicked.sort()).toEqual(phones.slice(0, 3).sort());
    expect(await operate('job', 'show', '--account', account.accountId, '--job', id)).toMatchObject({
      id,
      clicks: { messages: 3, clicks: 3, links: [{ link, clicks: 3 }] },
    });
    const rows = await exportRows(`/api/v1/messaging/batch/${id}/recipients/exports`);
    expect(rows.filter((row) => row.clicks === 1)).toHaveLength(3);
    expect(rows.find((row) => row.clicks === 1)).toMatchObject({
      deliveryStatus: 'delivered',
      deliveryStatusAt: TIMESTAMP,
      firstClickedAt: TIMESTAMP,
      lastClickedAt: TIMESTAMP,
    });
  });

  it('and replies of contacts can be asked for in an audience', async () => {
    const { sending, service, account } = fixture;
    const { accountId, from } = account;
    const phones = sending.phones(3);
    const [clicker = '', replier = '', silent = ''] = phones;
    const post = (path: string, body: object) => callApi(service, { account, method: 'POST', path, body });
    const group = await createGroup(service.deps, {
      accountId,
      name: 'Customers',
      optInType: 'SINGLE',
      from,
    });
    for (const to of phones) {
      const path = `/api/v1/contacts/by-phone/${encodeURIComponent(to)}`;
      expect((await post(path, {})).status).toBe(201);
      expect(await post(`${path}/groups/${group.id}`, { optInMode: 'SILENT' })).toMatchObject({
        status: 200,
      });
      const body = `{{trackingLink "${link}"}}`;
      expect(await sending.post('message', { to, body })).toMatchObject({ status: 201 });
    }
    await sending.say(replier, 'What time do you open?');
    // Link previews are no click of the person.
    expect(await follow(await textOf(silent), { userAgent: 'WhatsApp/2.23.20.0 A' })).toBe(302);
    expect(await follow(await textOf(clicker))).toBe(302);
    const matching = async (filter: object) => {
      const { body } = await post('/api/v1/segments/preview', { audience: { filter } });
      const { sample } = body as { sample: Array<{ phoneNumber: string }> };
      return sample.map(({ phoneNumber }) => phoneNumber);
    };
    const today = (field: string) => ({ field, op: 'withinLastDays', value: 0 });
    expect(await matching(today('lastClickedAt'))).toEqual([clicker]);
    await expectSoon(async () => expect(await matching(today('lastRepliedAt'))).toEqual([replier]));
    expect(await matching({ not: { any: ['lastClickedAt', 'lastRepliedAt'].map(today) } })).toEqual([silent]);
  });

  it('lead to a URL with other letters than those of ASCII', async () => {
    const { service, account } = fixture;
    const urls = [
      [
        'https://аррӏе.example/日本?q=ü#é',
        'https://xn--80ak6aa92e.example/%E6%97%A5%E6%9C%AC?q=%C3%BC#%C3%A9',
      ],
      ['https://www.example.com/a%20b?c="d"', 'https://www.example.com/a%20b?c="d"'],
    ];
    for (const [index, [url, location]] of urls.entries()) {
      const other = `${host}/letters-${index}`;
      expect((await registerLink(service.deps, { ...account, link: other, url: url ?? '' })).url).toBe(
        location,
      );
      expect(await answerTo(`https://${other}`)).toEqual({ status: 302, location });
    }
  });

  it('are read under the kind of the job, by its own account', async () => {
    expect(await fixture.sending.get('broadcast/brc_none/clicks')).toMatchObject({
      status: 404,
      body: { code: 33107 },
    });
  });
});

async function exportRows(path: string): Promise<Array<Record<string, unknown>>> {
  const { service, account } = fixture;
  let rows: Array<Record<string, unknown>> = [];
  await expectSoon(async () => {
    const made = await callApi(service, { account, method: 'POST', path, body: { format: 'jsonl' } });
    const { id } = made.body as { id: string };
    let url: string | undefined;
    await expectSoon(async () => {
      const found = await callApi(service, { account, path: `${path}/${id}` });
      url = (found.body as { url?: string }).url;
      expect(url).toBeDefined();
    });
    const text = await (await fetch(url ?? '')).text();
    rows = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    // The carrier reports a moment after the hand-over.
    expect(rows.every((row) => row.deliveryStatus === 'delivered')).toBe(true);
  });
  return rows;
}
