import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DateTime } from 'luxon';
import { expectSoon, type Sent } from '../support/service/api-sending';
import { operate } from '../support/service/operate';
import { type ApiAccount, callApi, createApiAccount } from '../support/service/service';
import { type OwnService, startOwnService } from '../support/service/own-service';

jest.setTimeout(600_000);

/** Number of recipients; `CAMPAIGN_RECIPIENTS=5000` takes some minutes. */
const RECIPIENTS = Number(process.env.CAMPAIGN_RECIPIENTS ?? 600);
const ZIP_OF_ZONE = {
  'America/New_York': '10001',
  'America/Chicago': '60601',
  'America/Denver': '80201',
  'America/Los_Angeles': '98101',
  'America/Anchorage': '99501',
  'Pacific/Honolulu': '96801',
} as const;
/** Zones in the order in which they reach the hour. */
const ZONES = Object.keys(ZIP_OF_ZONE) as Array<keyof typeof ZIP_OF_ZONE>;
const PRICE = 2;

interface Campaign {
  status: string;
  counts: Record<'selected' | 'pending' | 'sent' | 'failed' | 'skipped' | 'optedOut', number>;
  skippedBy: Record<string, number>;
}

/** Service of its own, so that the clocks of other tests stay. */
let service: OwnService;
let account: ApiAccount;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'campaign-'));
  service = await startOwnService();
  account = await createApiAccount(service, { dailyQuota: 1_000_000, silentOptIn: true });
});

afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

const phoneAt = (index: number) => `+1206${String(3_000_000 + index)}`;
const zoneAt = (index: number) => ZONES[index % ZONES.length] ?? 'America/New_York';
const recipientsIn = (zone: string) =>
  Array.from({ length: RECIPIENTS }, (_, index) => index).filter((index) => zoneAt(index) === zone).length;
const call = async <Body = Record<string, unknown>>(method: string, path: string, body?: unknown) => {
  const answer = await callApi(service, { account, method, path: `/api/v1/${path}`, body });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body as Body;
};

async function moveClock(to: DateTime): Promise<void> {
  const advance = async (seconds: number) => {
    const body = { advanceSeconds: seconds };
    const answer = await callApi(service, { method: 'POST', path: '/_local/clock', body });
    return DateTime.fromISO((answer.body as { now: string }).now);
  };
  await advance(Math.max(0, Math.ceil(to.diff(await advance(0)).as('seconds'))));
}

async function sentTexts(): Promise<Sent[]> {
  const answer = await callApi(service, { path: '/_local/sent' });
  return (answer.body as { messages: Sent[] }).messages.filter(({ from }) => from === account.from);
}

async function importContacts(group: string): Promise<void> {
  const rows = Array.from(
    { length: RECIPIENTS },
    (_, index) => `${phoneAt(index)},Person ${index},${ZIP_OF_ZONE[zoneAt(index)]}`,
  );
  const file = join(folder, 'contacts.csv');
  writeFileSync(file, ['phoneNumber,firstName,address.postalCode', ...rows].join('\n'));
  const { accountId } = account;
  const enrolment = ['--group', group, '--consent-basis', 'Signed.'];
  await operate('contact', 'import', '--account', accountId, ...enrolment, '--file', file);
}

async function read(id: string): Promise<Campaign> {
  const campaign = await call<Campaign>('GET', `campaigns/${id}`);
  const { selected, pending, sent, failed, skipped } = campaign.counts;
  expect(sent + failed + skipped + pending).toBe(selected);
  return campaign;
}

const untilIt = (id: string, expected: object) =>
  expectSoon(async () => expect(await read(id)).toMatchObject(expected));

describe('E4: a campaign at 10:00 of each recipient', () => {
  it('is previewed, tested, approved, paused and resumed, and reaches all in six zones in their hours', async () => {
    const { accountId } = account;
    const group = await operate<{ id: string }>(
      ...['group', 'create', '--account', accountId, '--name', 'All', '--opt-in-type', 'SINGLE'],
    );
    await importContacts(group.id);
    await operate('account', 'set', '--account', accountId, '--approval-above', String(RECIPIENTS - 1));
    const segment = await call<{ id: string }>('POST', 'segments', {
      name: 'All',
      audience: { groups: [group.id] },
    });
    const day = DateTime.utc().plus({ hours: 40 }).toISODate();
    const tenIn = (zone: string) => DateTime.fromISO(`${day}T10:00`, { zone });
    const { id } = await call<{ id: string }>('POST', 'campaigns', {
      name: 'Spring sale',
      from: account.from,
      body: 'Hello {{contact_first_name}}. Reply STOP to end.',
      audience: { segmentId: segment.id },
      purpose: 'marketing',
      schedule: { localTime: `${day}T10:00`, timeZone: 'recipient' },
    });

    // The preview: its numbers and its text.
    const preview = await call('POST', `campaigns/${id}/preview`);
    expect(preview).toMatchObject({
      audience: { matched: RECIPIENTS, sendable: RECIPIENTS, isComplete: true },
      credits: { sms: RECIPIENTS * PRICE, mms: 0 },
      byTimeZone: ZONES.map((timeZone) => ({
        timeZone,
        recipients: recipientsIn(timeZone),
        at: tenIn(timeZone).toUTC().toISO(),
      })),
    });
    const to = [phoneAt(0), phoneAt(1)];
    const test = await call<{ results: object[] }>('POST', `campaigns/${id}/test`, { to });
    expect(test.results).toMatchObject(to.map((phone) => ({ to: phone, status: 'sent' })));

    // The launch needs an approval.
    expect(await call('POST', `campaigns/${id}/launch`)).toMatchObject({ status: 'awaitingApproval' });
    const approve = ['campaign', 'approve', '--account', accountId, '--campaign', id, '--yes'];
    expect(await operate(...approve)).toMatchObject({ status: 'scheduled' });

    // It begins when the first zone that a recipient of the account could be in reaches the hour: the account's, UTC.
    await moveClock(tenIn('UTC').minus({ minutes: 10 }));
    expect(await read(id)).toMatchObject({ status: 'scheduled', counts: { selected: 0 } });
    await moveClock(tenIn('America/New_York').minus({ minutes: 10 }));
    await untilIt(id, { status: 'sending', counts: { selected: RECIPIENTS, sent: 0 } });

    // New York first, then a pause in which Chicago reaches its time.
    let due = recipientsIn('America/New_York');
    await moveClock(tenIn('America/New_York').plus({ seconds: 5 }));
    await untilIt(id, { status: 'sending', counts: { selected: RECIPIENTS, sent: due } });
    expect(await call('POST', `campaigns/${id}/pause`)).toMatchObject({ status: 'paused' });
    await moveClock(tenIn('America/Chicago').plus({ minutes: 10 }));
    expect(await read(id)).toMatchObject({ status: 'paused', counts: { sent: due } });
    expect(await call('POST', `campaigns/${id}/resume`)).toMatchObject({ status: 'sending' });
    due += recipientsIn('America/Chicago');
    await untilIt(id, { counts: { sent: due } });

    // One of Denver's recipients opts out before Denver's hour.
    const stopper = phoneAt(ZONES.indexOf('America/Denver'));
    const stop = { from: stopper, to: account.from, body: 'STOP' };
    const said = await callApi(service, { method: 'POST', path: '/_local/inbound', body: stop });
    expect(said.status).toBe(202);
    await expectSoon(async () => {
      const path = `contacts/by-phone/${encodeURIComponent(stopper)}`;
      expect(await call('GET', path)).toMatchObject({ groups: [], optedOutAt: expect.any(String) as string });
    });
    due -= 1;
    for (const zone of ZONES.slice(ZONES.indexOf('America/Denver'))) {
      await moveClock(tenIn(zone).plus({ seconds: 5 }));
      due += recipientsIn(zone);
      await untilIt(id, { counts: { sent: due } });
    }
    await untilIt(id, {
      status: 'completed',
      counts: { selected: RECIPIENTS, pending: 0, sent: RECIPIENTS - 1, failed: 0, skipped: 1 },
      skippedBy: { opted_out: 1 },
    });

    // One text to each, within the hour of their clock, and credits for the sent ones.
    const texts = (await sentTexts()).filter(({ body }) => body.startsWith('Hello '));
    const ofCampaign = texts.slice(to.length);
    const phones = Array.from({ length: RECIPIENTS }, (_, index) => phoneAt(index));
    expect(ofCampaign.map((text) => text.to).toSorted()).toEqual(phones.filter((phone) => phone !== stopper));
    const zoneOf = new Map(phones.map((phone, index) => [phone, zoneAt(index)]));
    const hours = ofCampaign.map((text) => DateTime.fromISO(text.at, { zone: zoneOf.get(text.to) ?? 'UTC' }));
    expect(hours.filter((at) => at.hour !== 10 || at.toISODate() !== day).map((at) => at.toISO())).toEqual(
      [],
    );
    const { credits } = await operate<{ credits: { sms: number } }>(
      'account',
      'show',
      '--account',
      accountId,
    );
    expect(credits.sms).toBe(1_000_000 - (RECIPIENTS - 1 + to.length) * PRICE);
  });
});
