import { createGroup } from '../../shared/audience/groups/create-group';
import { expectSoon } from '../support/service/api-sending';
import { useSendingService } from '../support/service/sending-service';
import { callApi, randomPhone } from '../support/service/service';

const UNDELIVERED = '+15005550013';
const INVALID = '+15005550001';

const fixture = useSendingService({ smsCredits: 1_000, mmsCredits: 1_000 });
const { sending } = fixture;
const call = (method: string, path: string, body?: unknown) =>
  callApi(fixture.service, { account: fixture.account, method, path: `/api/v1/${path}`, body });

interface Campaign {
  id: string;
  status: string;
  errorCode?: number;
  counts: Record<string, number>;
  skippedBy: Record<string, number>;
}
interface Page {
  results: Array<{ to: string; messageId: string; status: string; dueAt?: string; reason?: string }>;
  nextCursor?: string;
}

/** Creates contacts in a group of their own, by the API. */
async function groupOf(phones: string[]): Promise<string> {
  const { id } = await createGroup(fixture.service.deps, {
    accountId: fixture.account.accountId,
    name: `Group ${phones[0]}`,
    optInType: 'SINGLE',
    from: fixture.account.from,
  });
  for (const phone of phones) {
    await call('POST', `contacts/by-phone/${encodeURIComponent(phone)}`, {});
    const path = `contacts/by-phone/${encodeURIComponent(phone)}/groups/${id}`;
    expect((await call('POST', path, { optInMode: 'DIRECT' })).status).toBeLessThan(300);
  }
  return id;
}

async function launch(changes: object): Promise<Campaign> {
  const created = await call('POST', 'campaigns', {
    ...{ name: 'Spring', from: fixture.account.from, body: 'Spring is here.', purpose: 'informational' },
    ...changes,
    launch: true,
  });
  expect(created).toMatchObject({ status: 201 });
  return created.body as Campaign;
}

const read = async (id: string) => (await call('GET', `campaigns/${id}`)).body as Campaign;

async function until(id: string, expected: object): Promise<Campaign> {
  let campaign: Campaign | undefined;
  await expectSoon(async () => {
    campaign = await read(id);
    expect(campaign).toMatchObject(expected);
  });
  return campaign as Campaign;
}

async function recipientsOf(id: string, query = ''): Promise<Page['results']> {
  const found: Page['results'] = [];
  let cursor = '';
  do {
    const path = `campaigns/${id}/recipients?limit=2${query}${cursor && `&cursor=${cursor}`}`;
    const { status, body } = await call('GET', path);
    expect(status).toBe(200);
    found.push(...(body as Page).results);
    cursor = (body as Page).nextCursor ?? '';
  } while (cursor !== '');
  return found;
}

const phonesOf = (count: number) => Array.from({ length: count }, () => randomPhone());

describe('E4: a campaign that runs', () => {
  it('reaches its audience, counts it, and names each recipient', async () => {
    const phones = [...phonesOf(4), UNDELIVERED, INVALID];
    const group = await groupOf(phones);
    const { id } = await launch({ audience: { groups: [group] } });
    const ended = await until(id, {
      status: 'completed',
      counts: { delivered: 4, undelivered: 1 },
    });
    expect(ended).toMatchObject({
      counts: { selected: 6, pending: 0, sent: 5, failed: 1, skipped: 0, clicked: 0, optedOut: 0 },
      skippedBy: {},
    });
    const recipients = await recipientsOf(id);
    expect(recipients.map(({ to }) => to).sort()).toEqual([...phones].sort());
    expect(await recipientsOf(id, '&status=failed')).toMatchObject([{ to: INVALID }]);
    for (const { to, messageId } of recipients) {
      expect(await call('GET', `messaging/message/${messageId}`)).toMatchObject({
        status: 200,
        body: { to },
      });
    }
    for (const phone of phones.slice(0, 4)) {
      expect((await sending.taken(phone)).map(({ body }) => body)).toEqual(['Spring is here.']);
    }
    const bad = await call('GET', `campaigns/${id}/recipients?cursor=nonsense`);
    expect(bad).toMatchObject({ status: 400, body: { code: 33100 } });
    const [{ messageId = '' } = {}] = recipients;
    const jobId = `brc_${messageId.slice(4, 30)}`;
    expect((await call('GET', `messaging/broadcast/${jobId}`)).status).toBe(404);
    expect((await call('GET', `messaging/batch/${jobId}`)).status).toBe(404);
  });

  it('waits for its hours, is paused, goes on, and is cancelled with the credits back', async () => {
    const group = await groupOf(phonesOf(3));
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const { id } = await launch({ audience: { groups: [group] }, schedule: { at } });
    expect(await read(id)).toMatchObject({ status: 'scheduled', counts: { selected: 0 } });
    const closed = { from: '00:00', to: '00:01', days: [dayAfterTomorrow()] };
    const waiting = await launch({
      audience: { groups: [group] },
      sendingHours: closed,
      expiresAt: new Date(Date.now() + 7 * 24 * 3_600_000).toISOString(),
    });
    await until(waiting.id, { status: 'sending', counts: { selected: 3, pending: 3 } });
    const pending = await recipientsOf(waiting.id, '&status=pending');
    expect(pending).toHaveLength(3);
    for (const { dueAt } of pending) expect(Date.parse(dueAt ?? '')).toBeGreaterThan(Date.now());
    for (const one of [id, waiting.id]) {
      expect((await call('POST', `campaigns/${one}/pause`)).status).toBe(200);
      await until(one, { status: 'paused' });
      expect((await call('POST', `campaigns/${one}/resume`)).status).toBe(200);
      expect((await call('POST', `campaigns/${one}/cancel`)).status).toBe(200);
    }
    await until(waiting.id, { status: 'cancelled', counts: { skipped: 3 }, skippedBy: { cancelled: 3 } });
    await until(id, { status: 'cancelled', counts: { selected: 0 } });
    await expectSoon(async () => expect(await sending.credits()).toMatchObject({ sms: 1_000 }));
  });

  it('fails when it cannot begin', async () => {
    const { id } = await launch({ audience: { groups: [await groupOf([])] } });
    const failed = await until(id, { status: 'failed', errorCode: 33028 });
    expect(failed.counts).toMatchObject({ selected: 0, pending: 0 });
  });
});

/** Returns a weekday that is neither today nor tomorrow in any zone. */
function dayAfterTomorrow(): string {
  const days = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
  return days[new Date(Date.now() + 3 * 24 * 3_600_000).getUTCDay()] ?? '';
}
