import { updateAccount } from '../../shared/accounts/account-store';
import type { RetentionDays } from '../../shared/accounts/retention';
import { createGroup } from '../../shared/audience/groups/create-group';
import {
  campaignKey,
  chunkKey,
  exportKey,
  importKey,
  jobKey,
  messageKey,
} from '../../shared/platform/store/keys';
import type { Key } from '../../shared/platform/store/keys';
import { expectSoon } from '../support/service/api-sending';
import { operate } from '../support/service/operate';
import { useSendingService } from '../support/service/sending-service';
import { type ApiAnswer, callApi } from '../support/service/service';

const fixture = useSendingService();
const DAY_MS = 24 * 60 * 60 * 1000;

async function keepFor(retentionDays: RetentionDays): Promise<void> {
  const { table } = fixture.service.deps;
  await updateAccount({ table, accountId: fixture.account.accountId, changes: { retentionDays } });
}

/** Returns the days from an item's creation to its deletion. */
async function daysKept(key: Key): Promise<number | undefined> {
  const item = await fixture.service.deps.table.get(key);
  const until = item?.expiresAtEpochSeconds as number | undefined;
  if (item === undefined || until === undefined) return undefined;
  return Math.round(
    (until * 1000 - Date.parse((item.createdAt as string | undefined) ?? new Date().toISOString())) / DAY_MS,
  );
}

async function makeOlder(key: Key, days: number, name = 'createdAt'): Promise<void> {
  const { table } = fixture.service.deps;
  const item = await table.get(key);
  const time = new Date(Date.parse(item?.[name] as string) - days * DAY_MS).toISOString();
  await table.update({
    Key: key,
    UpdateExpression: 'SET #name = :time',
    ExpressionAttributeNames: { '#name': name },
    ExpressionAttributeValues: { ':time': time },
  });
}

const setByOperator = (days: string) =>
  operate('account', 'set', '--account', fixture.account.accountId, '--retention-days', days);
const call = (method: string, path: string, body?: unknown) =>
  callApi(fixture.service, { account: fixture.account, method, path: `/api/v1/${path}`, body });
const codeOf = ({ status, body }: ApiAnswer) => [status, (body as { code?: number }).code];

async function send(): Promise<string> {
  const [to = ''] = fixture.sending.phones(1);
  await fixture.sending.optIn([to]);
  const { body } = await fixture.sending.post('message', { to, body: 'Hello' });
  return (body as { id: string }).id;
}

async function sendBatch(): Promise<string> {
  const phones = fixture.sending.phones(10);
  await fixture.sending.optIn(phones);
  const { body } = await fixture.sending.post('batch', {
    recipients: phones.map((to) => ({ to, body: 'Hello' })),
  });
  const { id } = body as { id: string };
  await expectSoon(async () => {
    expect((await fixture.sending.get(`batch/${id}`)).body).toMatchObject({ status: 'completed' });
  });
  return id;
}

const statusOf = async (path: string) => (await fixture.sending.get(path)).status;

describe('rules E2: retention', () => {
  it('keeps messages and jobs for 90 days, unless the account says something else', async () => {
    expect([await daysKept(messageKey(await send())), await daysKept(jobKey(await sendBatch()))]).toEqual([
      90, 90,
    ]);
    await keepFor(30);
    const job = await sendBatch();
    expect([
      await daysKept(messageKey(await send())),
      await daysKept(jobKey(job)),
      await daysKept(chunkKey(job, 1)),
    ]).toEqual([30, 30, 30]);
    await keepFor('none');
    const kept = await sendBatch();
    expect([
      await daysKept(messageKey(await send())),
      await daysKept(jobKey(kept)),
      await daysKept(chunkKey(kept, 1)),
    ]).toEqual([undefined, undefined, undefined]);
  });

  it('keeps what workers of a job read for a week at least', async () => {
    await keepFor(1);
    expect(await daysKept(jobKey(await sendBatch()))).toBe(7);
  });

  it('keeps texts from phones as long', async () => {
    await keepFor(30);
    const [from = ''] = fixture.sending.phones(1);
    await fixture.sending.say(from, 'Hello there');
    await expectSoon(async () => {
      const found: unknown[] = [];
      const items = fixture.service.deps.table.scan({
        FilterExpression: '#from = :from AND direction = :inbound',
        ExpressionAttributeNames: { '#from': 'from' },
        ExpressionAttributeValues: { ':from': from, ':inbound': 'inbound' },
      });
      for await (const { id } of items) found.push(await daysKept(messageKey(String(id))));
      expect(found).toEqual([30]);
    });
  });

  it('shows nothing that is over, by the setting as it is now, and nothing of it again after that', async () => {
    const [message, job] = [await send(), await sendBatch()];
    const paths = [`message/${message}`, `batch/${job}`, `batch/${job}/recipients`];
    for (const key of [messageKey(message), jobKey(job)]) await makeOlder(key, 89);
    expect(await Promise.all(paths.map(statusOf))).toEqual([200, 200, 200]);
    await setByOperator('89');
    expect(await Promise.all(paths.map(statusOf))).toEqual([404, 404, 404]);
    await setByOperator('none');
    expect(await Promise.all(paths.map(statusOf))).toEqual([404, 404, 404]);
    expect(await statusOf(`message/${await send()}`)).toBe(200);
  });

  it('shows no recipients of a campaign that are over, and the campaign itself', async () => {
    const { accountId } = fixture.account;
    const group = await createGroup(fixture.service.deps, { accountId, name: 'News', optInType: 'SINGLE' });
    const [phone = ''] = fixture.sending.phones(1);
    expect((await call('POST', `contacts/by-phone/${phone}`)).status).toBe(201);
    expect((await call('POST', `contacts/by-phone/${phone}/groups/${group.id}`)).status).toBe(200);
    const { id } = (
      await call('POST', 'campaigns', {
        ...{ name: 'Old', from: fixture.account.from, body: 'Hi', purpose: 'informational', launch: true },
        audience: { groups: [group.id] },
      })
    ).body as { id: string };
    await expectSoon(async () => {
      expect((await call('GET', `campaigns/${id}`)).body).toMatchObject({ status: 'completed' });
    });
    const recipients = () => call('GET', `campaigns/${id}/recipients`);
    const exported = () => call('POST', `campaigns/${id}/recipients/exports`, {});
    expect((await recipients()).body).toMatchObject({ results: [{ to: phone, status: 'sent' }] });
    const made = ((await exported()).body as { id: string }).id;
    await expectSoon(async () => {
      const answer = await call('GET', `campaigns/${id}/recipients/exports/${made}`);
      expect(answer.body).toMatchObject({ status: 'completed' });
    });
    await setByOperator('7');
    await makeOlder(campaignKey(accountId, id), 7, 'startedAt');
    await makeOlder(exportKey(accountId, made), 7);

    expect(codeOf(await recipients())).toEqual([404, 33110]);
    expect(codeOf(await exported())).toEqual([404, 33110]);
    expect(codeOf(await call('GET', `campaigns/${id}/recipients/exports/${made}`))).toEqual([404, 33110]);
    expect((await call('GET', `campaigns/${id}`)).body).toMatchObject({ counts: { sent: 1 } });
  });

  it('shows no import that is over', async () => {
    const { id } = (await call('POST', 'contacts/imports', { format: 'csv' })).body as { id: string };
    expect((await call('GET', `contacts/imports/${id}`)).status).toBe(200);
    expect((await call('GET', 'contacts/imports')).body).toMatchObject({ results: [{ id }] });
    expect((await call('GET', `contacts?addedByImport=${id}`)).body).toEqual({ results: [] });
    await setByOperator('7');
    await makeOlder(importKey(fixture.account.accountId, id), 7);
    expect(codeOf(await call('GET', `contacts/imports/${id}`))).toEqual([404, 33110]);
    expect(codeOf(await call('GET', `contacts?addedByImport=${id}`))).toEqual([404, 33110]);
    expect((await call('GET', 'contacts/imports')).body).toEqual({ results: [] });
  });
});
