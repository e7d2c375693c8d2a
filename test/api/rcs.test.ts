import { type MediaServer, startMediaServer } from '../support/sending/media-server';
import { createGroup } from '../../shared/audience/groups/create-group';
import { expectSoon, type Sent } from '../support/service/api-sending';
import { operate } from '../support/service/operate';
import { useSendingService } from '../support/service/sending-service';
import { callApi } from '../support/service/service';

const BALANCE = 10_000;
const AGENT = /^rcs-/;
const NUMBER_OF_POOL = '+15555550190';
/** Phones of the simulator: one without RCS, one whose owner opens nothing, one that is reported by the test only. */
const WITHOUT_RCS = '+15005550015';
const UNREAD = '+15005550016';
const UNREPORTED = '+15005550014';

const fixture = useSendingService({ smsCredits: BALANCE, mmsCredits: BALANCE });
const { sending } = fixture;
let media: MediaServer;
let sender: string;

const accountId = () => fixture.account.accountId;
const read = async (id: string) => (await sending.get(`message/${id}`)).body as Record<string, unknown>;
const takenFor = async (to: string): Promise<Sent[]> => {
  const { body } = await callApi(fixture.service, { path: `/_local/sent?to=${encodeURIComponent(to)}` });
  return (body as { messages: Sent[] }).messages;
};
const report = (messageId: string, status: string) =>
  callApi(fixture.service, { method: 'POST', path: '/_local/receipt', body: { messageId, status } });
const send = async (to: string, more: object = {}): Promise<string> => {
  await sending.optIn([to]);
  const answer = await sending.post('message', { to, from: sender, body: 'Hello', ...more });
  expect(answer).toMatchObject({ status: 201, body: { status: 'sent' } });
  return (answer.body as { id: string }).id;
};

beforeAll(async () => {
  media = await startMediaServer();
});
afterAll(async () => {
  await media.stop();
});
beforeEach(async () => {
  const command = ['--account', accountId(), '--name', 'Shop', '--member', 'pool:pool-rcs-1'];
  sender = (await operate<{ id: string }>('sender', 'create', ...command)).id;
});

describe('rules 2.8: a message through a pool with an RCS agent', () => {
  it('goes by RCS, and is read', async () => {
    const [to = ''] = sending.phones(1);
    const id = await send(to);
    await expectSoon(async () => {
      const message = await read(id);
      expect(message).toMatchObject({
        ...{ from: sender, status: 'sent', deliveryStatus: 'delivered', channel: 'rcs', price: 0.01194 },
        ...{ sentFrom: expect.stringMatching(AGENT) as string, readAt: expect.any(String) as string },
      });
    });
    const first = await read(id);
    expect(await report(id, 'read')).toMatchObject({ status: 202 });
    expect(await report(id, 'delivered')).toMatchObject({ status: 202 });
    // A receipt of another message shows that those before it have been worked on.
    const other = await send(UNREAD);
    await expectSoon(async () => expect(await read(other)).toMatchObject({ deliveryStatus: 'delivered' }));
    expect(await read(other)).not.toHaveProperty('readAt');
    expect(await read(id)).toEqual(first);
  });

  it('falls back to a number of the pool without a second text or charge', async () => {
    const before = (await takenFor(WITHOUT_RCS)).length;
    const id = await send(WITHOUT_RCS);
    await expectSoon(async () => {
      const message = await read(id);
      expect(message).toMatchObject({
        deliveryStatus: 'delivered',
        channel: 'sms',
        sentFrom: NUMBER_OF_POOL,
      });
      expect(message).not.toHaveProperty('readAt');
    });
    expect((await takenFor(WITHOUT_RCS)).length).toBe(before + 1);
    expect(await sending.credits()).toEqual({ sms: BALANCE - 2, mms: BALANCE });
  });

  it('has no channel until the first receipt, and is delivered when its reading comes first', async () => {
    const id = await send(UNREPORTED);
    expect(await read(id)).not.toHaveProperty('channel');
    await report(id, 'read');
    await expectSoon(async () => {
      const message = await read(id);
      expect(message).toMatchObject({ deliveryStatus: 'delivered', channel: 'rcs' });
      expect(message.readAt).toBe(message.deliveryStatusAt);
    });
  });

  it('is late by RCS once it has fallen back: that does not end it', async () => {
    const id = await send(UNREPORTED);
    await report(id, 'fallen_back');
    await expectSoon(async () => expect(await read(id)).toMatchObject({ channel: 'sms' }));
    expect(await read(id)).toMatchObject({ deliveryStatus: 'pending' });
    await report(id, 'failed');
    await expectSoon(async () => expect(await read(id)).toMatchObject({ deliveryStatus: 'failed' }));
    expect(await read(id)).toMatchObject({ channel: 'sms', sentFrom: NUMBER_OF_POOL });
  });

  it('goes as MMS when it has a file', async () => {
    const [to = ''] = sending.phones(1);
    const id = await send(to, { mediaUrl: `${media.url}/rcs.png` });
    await expectSoon(async () =>
      expect(await read(id)).toMatchObject({ channel: 'mms', sentFrom: NUMBER_OF_POOL }),
    );
    expect(await sending.credits()).toEqual({ sms: BALANCE - 2, mms: BALANCE - 1 });
  });

  it('reports of RCS are refused for texts from a number', async () => {
    const [to = ''] = sending.phones(1);
    const id = await send(to, { from: fixture.account.from });
    expect(await report(id, 'read')).toMatchObject({ status: 400 });
    expect(await read(id)).toMatchObject({ channel: 'sms' });
  });
});

describe('rules E4.8: a campaign through a pool with an RCS agent', () => {
  it('counts who read it apart from whom it reached, and lists and exports both', async () => {
    const phones = [...sending.phones(5), WITHOUT_RCS, UNREAD];
    const group = await createGroup(fixture.service.deps, {
      ...{ accountId: accountId(), name: 'All', optInType: 'SINGLE' },
    });
    for (const phone of phones) {
      const path = `/api/v1/contacts/by-phone/${encodeURIComponent(phone)}`;
      const request = { account: fixture.account, method: 'POST' };
      await callApi(fixture.service, { ...request, path, body: {} });
      const joined = { ...request, path: `${path}/groups/${group.id}`, body: { optInMode: 'DIRECT' } };
      expect((await callApi(fixture.service, joined)).status).toBeLessThan(300);
    }
    const call = (method: string, path: string, body?: object) =>
      callApi(fixture.service, {
        ...{ account: fixture.account, method, path: `/api/v1/campaigns${path}` },
        ...(body && { body }),
      });
    const { body: created } = await call('POST', '', {
      ...{ name: 'Spring', from: sender, body: 'Hello', purpose: 'informational', launch: true },
      audience: { everyone: true },
    });
    expect(created).toMatchObject({ counts: { read: 0 } });
    const { id } = created as { id: string };
    await expectSoon(async () => {
      expect((await call('GET', `/${id}`)).body).toMatchObject({
        counts: { sent: 7, delivered: 7, undelivered: 0, read: 5 },
      });
    });
    const { results } = (await call('GET', `/${id}/recipients`)).body as {
      results: Array<{ to: string; channel?: string; readAt?: string; sentFrom?: string }>;
    };
    const channelOf = (to: string) => results.find((one) => one.to === to)?.channel;
    expect(phones.map(channelOf)).toEqual([...Array.from({ length: 5 }, () => 'rcs'), 'sms', 'rcs']);
    expect(results.filter(({ readAt }) => readAt !== undefined)).toHaveLength(5);
    const { body: started } = await call('POST', `/${id}/recipients/exports`, { format: 'csv' });
    let url = '';
    await expectSoon(async () => {
      const path = `/${id}/recipients/exports/${(started as { id: string }).id}`;
      const { body } = await call('GET', path);
      expect(body).toMatchObject({ status: 'completed', rows: 7 });
      url = (body as { url: string }).url;
    });
    const [header = '', ...lines] = (await (await fetch(url)).text()).trim().split(/\r?\n/);
    const columns = header.split(',');
    const cells = (name: string) => lines.map((line) => line.split(',')[columns.indexOf(name)]);
    expect(cells('channel').toSorted()).toEqual([...Array.from({ length: 6 }, () => 'rcs'), 'sms']);
    expect(cells('readAt').filter((cell) => cell !== '')).toHaveLength(5);
  });
});
