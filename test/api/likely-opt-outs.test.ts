import { expectSoon } from '../support/service/api-sending';
import { createConsoleUser } from '../support/console/console-user';
import { callApi } from '../support/service/service';
import { operate } from '../support/service/operate';
import { useSendingService } from '../support/service/sending-service';

const fixture = useSendingService();

describe('rules 3.3: a text that likely refuses', () => {
  it('waits for the operator, and a single send goes out meanwhile, with a warning', async () => {
    const { sending, account } = fixture;
    const [to = ''] = sending.phones(1);
    await sending.optIn([to]);
    await sending.say(to, 'Stop. Thank you');
    const review = <Answer>(verb: string, ...options: string[]) =>
      operate<Answer>('contact', 'review', verb, '--account', account.accountId, ...options);
    const list = () => review<Array<{ phoneNumber: string; text: string }>>('list');
    await expectSoon(async () => {
      expect(await list()).toMatchObject([{ phoneNumber: to, text: 'Stop. Thank you' }]);
    });
    const send = (more: object = {}) =>
      sending.post('message', { to, body: 'Your table is ready.', ...more });
    const warned = await send({ idempotencyKey: 'table' });
    expect(warned).toMatchObject({ status: 201, body: { status: 'sent', warnings: ['review'] } });
    expect((await send({ dryRun: true })).body).toMatchObject({ warnings: ['review'] });
    expect(await sending.taken(to)).toMatchObject([{ body: 'Your table is ready.' }]);
    const { id } = warned.body as { id: string };
    expect((await sending.get(`message/${id}`)).body).not.toHaveProperty('warnings');
    await review('dismiss', '--phone', to);
    expect(await list()).toEqual([]);
    // A repeat gets the first answer.
    expect((await send({ idempotencyKey: 'table' })).body).toEqual(warned.body);
    expect((await send()).body).not.toHaveProperty('warnings');
    expect((await send({ dryRun: true })).body).not.toHaveProperty('warnings');
    await sending.say(to, 'remove me from your list');
    await expectSoon(async () => expect(await list()).toHaveLength(1));
    expect(await review('accept', '--phone', to)).toEqual({ phoneNumber: to, decision: 'accepted' });
    expect(await list()).toEqual([]);
    expect(await send()).toMatchObject({ status: 400, body: { code: 33029 } });
    await expect(review('accept', '--phone', to)).rejects.toThrow(`No text of ${to} waits for a decision.`);
  });

  it('is left out of the campaigns and batches that follow', async () => {
    const { sending, account, service } = fixture;
    const phones = sending.phones(10);
    const [held = ''] = phones;
    await sending.optIn(phones);
    await sending.say(held, 'please stop texting me');
    const batch = (more: object = {}) =>
      sending.post('batch', { recipients: phones.map((to) => ({ to, body: 'Big SALE' })), ...more });
    await expectSoon(async () => {
      expect((await batch({ dryRun: true })).body).toMatchObject({ skipped: { review: 1 } });
    });
    const { body } = await batch();
    const { id } = body as { id: string };
    await expectSoon(async () => {
      expect((await sending.get(`batch/${id}`)).body).toMatchObject({
        status: 'completed',
        totalRecipients: 10,
        counts: { pending: 0, sent: 9, failed: 0, skipped: 1 },
      });
    });
    expect((await sending.get(`batch/${id}/recipients?reason=review`)).body).toMatchObject({
      results: [{ to: held, status: 'skipped', reason: 'review' }],
    });
    expect(await sending.taken(held)).toEqual([]);
    const call = (path: string, sent?: object) =>
      callApi(service, { account, method: 'POST', path: `/api/v1/campaigns${path}`, body: sent });
    const audience = { filter: { field: 'phoneNumber', op: 'equals', value: held } };
    const plan = { name: 'Sale', from: account.from, body: 'Hello', audience };
    const previews = [];
    for (const purpose of ['informational', 'emergency']) {
      const campaign = await call('', { ...plan, purpose });
      const { body: preview } = await call(`/${(campaign.body as { id: string }).id}/preview`);
      const { audience: counted, skipped } = preview as { audience: object; skipped?: object };
      previews.push({ ...counted, skipped });
    }
    const counted = {
      matched: 1,
      sendable: 1,
      blocked: { notOptedIn: 0, hardOptedOut: 0 },
      isComplete: true,
    };
    expect(previews).toEqual([
      { ...counted, skipped: { review: 1 } },
      { ...counted, skipped: undefined },
    ]);
  });

  it('is reached by emergency campaigns alone, until the console has decided that it was none', async () => {
    const { sending, account, service } = fixture;
    const [held = ''] = sending.phones(1);
    await sending.optIn([held]);
    await sending.say(held, 'no thank you');
    const user = await createConsoleUser(service, { accountId: account.accountId, role: 'editor' });
    const asUser = (method: string, path: string) =>
      callApi(service, {
        method,
        path: `/console/api/${path}`,
        headers: user.headers,
        body: method === 'POST' ? {} : undefined,
      });
    await expectSoon(async () => {
      expect((await asUser('GET', 'reviews')).body).toMatchObject({
        results: [{ phoneNumber: held, text: 'no thank you' }],
      });
    });
    const campaigns = (path: string, method = 'GET', body?: object) =>
      callApi(service, { account, method, path: `/api/v1/campaigns${path}`, body });
    const run = async (purpose: string, body: string) => {
      const plan = {
        name: body,
        from: account.from,
        body,
        audience: { everyone: true },
        purpose,
        launch: true,
      };
      const { id } = (await campaigns('', 'POST', plan)).body as { id: string };
      await expectSoon(async () => {
        expect((await campaigns(`/${id}`)).body).toMatchObject({ status: 'completed' });
      });
      const { counts, skippedBy } = (await campaigns(`/${id}`)).body as Record<
        string,
        Record<string, number>
      >;
      return { sent: counts?.sent, skippedBy };
    };

    expect(await run('informational', 'New hours')).toEqual({ sent: 0, skippedBy: { review: 1 } });
    expect(await run('emergency', 'Boil your water')).toEqual({ sent: 1, skippedBy: {} });
    const replays = await Promise.all(
      Array.from({ length: 20 }, async () =>
        sending.post('message', { to: held, body: 'Your table is ready.', idempotencyKey: 'table' }),
      ),
    );
    expect(replays.map(({ status, body }) => [status, (body as { warnings?: string[] }).warnings])).toEqual(
      replays.map(() => [201, ['review']]),
    );
    const decided = await asUser('POST', `reviews/${encodeURIComponent(held)}/dismiss`);
    expect(decided.body).toEqual({ phoneNumber: held, decision: 'dismissed' });
    expect(await run('informational', 'Newer hours')).toEqual({ sent: 1, skippedBy: {} });
    expect((await sending.taken(held)).map(({ body }) => body)).toEqual([
      ...['Boil your water', 'Your table is ready.', 'Newer hours'],
    ]);
  });

  it('is left out of a broadcast, and its credits come back', async () => {
    const { sending } = fixture;
    const phones = sending.phones(100);
    const held = phones[50] ?? '';
    await sending.optIn(phones);
    await sending.say(held, 'END THIS');
    const recipients = phones.map((to) => ({ to }));
    const broadcast = (more: object = {}) =>
      sending.post('broadcast', { recipients, body: 'Big SALE', ...more });
    await expectSoon(async () => {
      expect((await broadcast({ dryRun: true })).body).toMatchObject({
        totalRecipients: 100,
        skipped: { review: 1 },
      });
    });
    const before = await sending.credits();
    const { id } = (await broadcast()).body as { id: string };
    await expectSoon(async () => {
      expect((await sending.get(`broadcast/${id}`)).body).toMatchObject({
        status: 'completed',
        totalRecipients: 100,
        counts: { sent: 99, skipped: 1 },
      });
    });
    expect(await sending.taken(held)).toEqual([]);
    expect((await sending.credits()).sms).toBe(before.sms - 2 * 99);
  });
});
