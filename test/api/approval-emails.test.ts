import { ListSubscriptionsByTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findAccount, updateAccount } from '../../shared/accounts/account-store';
import { approvalTopicOf } from '../../shared/accounts/approval-topics';
import { createGroup } from '../../shared/audience/groups/create-group';
import { type ConsoleUser, createConsoleUser } from '../support/console/console-user';
import { waitFor } from '../support/run/wait-for';
import { useSendingService } from '../support/service/sending-service';
import { type ApiAnswer, callApi, createApiAccount, randomPhone } from '../support/service/service';
import { SERVICE_DATA_DIR } from '../support/service/start-service';

interface Mail {
  to: string;
  subject: string;
  text: string;
}

const fixture = useSendingService({ approvalAbove: 0, name: 'Müller & Co' });
let admin: ConsoleUser;
let sender: ConsoleUser;
let group: string;
let phone: string;
/** Addresses of a test that no other test has. */
let ann: string;
let bob: string;
let count = 0;

const call = (user: ConsoleUser, method: string, path: string, body?: unknown) =>
  callApi(fixture.service, { method, path, headers: user.headers, body });
const setEmails = (approvalEmails: unknown) =>
  call(admin, 'PATCH', '/console/api/settings', { approvalEmails });
const refusalOf = ({ status, body }: ApiAnswer) => {
  const { code, details } = body as { code: number; details?: { errors?: Array<{ pointer: string }> } };
  return [status, code, ...(details?.errors ?? []).map(({ pointer }) => pointer)];
};
async function mailsTo(to: string): Promise<Mail[]> {
  const { body } = await callApi(fixture.service, { path: '/_local/mails' });
  return (body as { mails: Mail[] }).mails.filter((mail) => mail.to === to);
}
/** Waits for the e-mails with a subject that an address gets. Those of two steps may come in any order. */
async function noticesTo(to: string, subject: string, expected = 1): Promise<Mail[]> {
  return waitFor(async () => {
    const notices = (await mailsTo(to)).filter((mail) => mail.subject === subject);
    return notices.length >= expected ? notices : undefined;
  });
}
const untilUnsubscribed = (to: string) =>
  waitFor(async () => ((await subscribed(to)).length === 0 ? true : undefined));
const asksToConfirm = (to: string) =>
  waitFor(async () => ((await mailsTo(to)).length > 0 ? await mailsTo(to) : undefined));
/** Sets the addresses, and waits until each gets e-mails. */
async function tell(...addresses: string[]): Promise<void> {
  await setEmails(addresses);
  await Promise.all(addresses.map(asksToConfirm));
}

beforeEach(async () => {
  const { accountId } = fixture.account;
  const userWith = (role: 'admin' | 'sender') => createConsoleUser(fixture.service, { accountId, role });
  [admin, sender] = await Promise.all([userWith('admin'), userWith('sender')]);
  group = (await createGroup(fixture.service.deps, { accountId, name: 'All', optInType: 'SINGLE' })).id;
  phone = randomPhone();
  const contact = `/api/v1/contacts/by-phone/${encodeURIComponent(phone)}`;
  await call(sender, 'POST', contact, {});
  await call(sender, 'POST', `${contact}/groups/${group}`);
  count += 1;
  [ann, bob] = [`ann${count}@example.com`, `bob${count}@example.com`];
});

async function launched(name = 'Frühling'): Promise<string> {
  const { from } = fixture.account;
  const audience = { groups: [group] };
  const plan = { name, from, purpose: 'informational', body: 'Secret words', audience };
  const { id } = (await call(sender, 'POST', '/api/v1/campaigns', plan)).body as { id: string };
  const answer = await call(sender, 'POST', `/api/v1/campaigns/${id}/launch`);
  expect(answer.body).toMatchObject({ status: 'awaitingApproval' });
  return id;
}

async function started(): Promise<string> {
  const { from } = fixture.account;
  const steps = [{ send: { body: 'Secret words' } }];
  const plan = { name: 'Welcome', from, purpose: 'informational', trigger: { joined: group }, steps };
  const made = await call(sender, 'POST', '/api/v1/automations', { ...plan, entry: 'once' });
  const { id } = made.body as { id: string };
  await call(sender, 'POST', `/api/v1/automations/${id}/start`);
  return id;
}

describe('E4.7: e-mails of approvals', () => {
  it('tell all addresses that a campaign awaits an approval, and that it was approved', async () => {
    await tell(ann, bob);
    const id = await launched();
    for (const to of [ann, bob]) {
      const [notice] = await noticesTo(to, 'Awaits approval: Fruhling');
      expect(notice?.text).toContain('The campaign "Frühling" of Müller & Co awaits an approval.');
      expect(notice?.text).toContain(
        `${fixture.service.baseUrl}/console/${fixture.account.accountId}/campaigns/${id}\n`,
      );
      expect(notice?.text).toContain(`Launched by: ${sender.email}`);
      expect(notice?.text).not.toContain('Secret');
      expect(notice?.text).not.toContain(phone);
    }
    await call(admin, 'POST', `/api/v1/campaigns/${id}/approve`, { comment: 'Well done.' });
    const [approved] = await noticesTo(bob, 'Approved: Fruhling');
    expect(approved?.text).toContain('Recipients: 1\n');
    expect(approved?.text).toContain(`Launched by: ${sender.email}\nApproved by: ${admin.email}`);
    expect(approved?.text).toContain('Comment: Well done.');
  });

  it('tell the reason of a rejection, and of a second launch', async () => {
    await tell(ann);
    const id = await launched();
    await call(admin, 'POST', `/api/v1/campaigns/${id}/reject`, { reason: 'Too long.' });
    const [rejected] = await noticesTo(ann, 'Rejected: Fruhling');
    expect(rejected?.text).toContain(`Launched by: ${sender.email}\nRejected by: ${admin.email}`);
    expect(rejected?.text).toContain('Reason: Too long.');
    await call(sender, 'POST', `/api/v1/campaigns/${id}/launch`);
    expect(await noticesTo(ann, 'Awaits approval: Fruhling', 2)).toHaveLength(2);
  });

  it('tell of automations', async () => {
    await tell(ann);
    const id = await started();
    await call(admin, 'POST', `/api/v1/automations/${id}/approve`);
    const [awaiting] = await noticesTo(ann, 'Awaits approval: Welcome');
    const [approved] = await noticesTo(ann, 'Approved: Welcome');
    expect(awaiting?.text).toContain('The automation "Welcome"');
    expect(awaiting?.text).toContain(`Started by: ${sender.email}`);
    expect(awaiting?.text).toContain(
      `${fixture.service.baseUrl}/console/${fixture.account.accountId}/automations/${id}\n`,
    );
    expect(approved?.text).toContain(`Approved by: ${admin.email}`);
  });

  it('tell of a campaign that is created and launched by one request', async () => {
    await tell(ann);
    const { from } = fixture.account;
    const audience = { groups: [group] };
    const plan = { name: 'At once', from, purpose: 'informational', body: 'Hello', audience, launch: true };
    await callApi(fixture.service, { ...post('campaigns', plan), account: fixture.account });
    const [notice] = await noticesTo(ann, 'Awaits approval: At once');
    expect(notice?.text).toContain('Launched by: an API key');
  });

  it('do not tell of a launch that is taken back, nor an address that was removed', async () => {
    await tell(ann, bob);
    await setEmails([bob]);
    await untilUnsubscribed(ann);
    const id = await launched();
    await call(sender, 'POST', `/api/v1/campaigns/${id}/cancel`);
    await launched('Second');
    await noticesTo(bob, 'Awaits approval: Fruhling');
    await noticesTo(bob, 'Awaits approval: Second');
    expect(await mailsTo(bob)).toHaveLength(3);
    expect(await mailsTo(ann)).toHaveLength(1);
  });

  it('reach an address whose topic is missing', async () => {
    const { table } = fixture.service.deps;
    const { accountId } = fixture.account;
    await updateAccount({ table, accountId, changes: { approvalEmails: [ann] } });
    await launched();
    expect(await noticesTo(ann, 'Awaits approval: Fruhling')).toHaveLength(1);
  });
});

describe('E7: the addresses', () => {
  it('are asked to confirm by AWS when they are added, each once', async () => {
    const answer = await setEmails([` ${ann.toUpperCase()}`, ann, bob]);
    expect(answer).toMatchObject({ status: 200, body: { approvalEmails: [ann, bob] } });
    expect(await asksToConfirm(ann)).toMatchObject([
      { subject: 'AWS Notification - Subscription Confirmation' },
    ]);
    await asksToConfirm(bob);
    expect(await subscribed(ann)).toEqual([['email', ann]]);
    await setEmails([bob, ann]);
    expect(await mailsTo(ann)).toHaveLength(1);
  });

  it('are one topic each, also of an address that two accounts have', async () => {
    await setEmails([ann]);
    const first = fixture.account.accountId;
    fixture.account = await createApiAccount(fixture.service);
    admin = await createConsoleUser(fixture.service, { accountId: fixture.account.accountId, role: 'admin' });
    await setEmails([ann]);
    await waitFor(async () => ((await mailsTo(ann)).length === 2 ? true : undefined));
    await setEmails([]);
    await untilUnsubscribed(ann);
    expect(await subscribed(ann, first)).toEqual([['email', ann]]);
  });

  it('are refused when they are no addresses, and an eleventh is', async () => {
    expect(refusalOf(await setEmails([ann, 'no address']))).toEqual([400, 33100, '/approvalEmails/1']);
    expect(refusalOf(await setEmails(['']))).toEqual([400, 33100, '/approvalEmails/0']);
    expect(refusalOf(await setEmails('ann@example.com'))).toEqual([400, 33100, '/approvalEmails']);
    expect(refusalOf(await setEmails(null))).toEqual([400, 33100, '/approvalEmails']);
    const many = Array.from({ length: 11 }, (_, index) => `${index}.${ann}`);
    expect(refusalOf(await setEmails(many))).toEqual([400, 33100, '/approvalEmails']);
    expect((await setEmails(many.slice(0, 10))).status).toBe(200);
    const body = { approvalEmails: [ann] };
    expect(refusalOf(await call(sender, 'PATCH', '/console/api/settings', body))).toEqual([403, 33112]);
  });

  it('are removed when the account is closed', async () => {
    await setEmails([ann]);
    await asksToConfirm(ann);
    const { accountId } = fixture.account;
    const operator = await createConsoleUser(fixture.service, { accountId, role: 'operator' });
    const close = await call(operator, 'POST', `/console/api/operator/accounts/${accountId}/close`);
    expect(close.status).toBe(200);
    expect((await findAccount(fixture.service.deps.table, accountId))?.approvalEmails).toEqual([]);
    await untilUnsubscribed(ann);
  });
});

const post = (resource: string, body: unknown) => ({ method: 'POST', path: `/api/v1/${resource}`, body });

/** Returns protocol and address of the subscriptions to a topic, none when there is no such topic. */
async function subscribed(email: string, accountId = fixture.account.accountId) {
  const file = join(process.env[SERVICE_DATA_DIR] ?? '', 'service.json');
  const { endpoints, environment, region } = JSON.parse(readFileSync(file, 'utf8')) as {
    endpoints: { sns: string };
    environment: Record<string, string>;
    region: string;
  };
  const credentials = {
    accessKeyId: environment.AWS_ACCESS_KEY_ID ?? '',
    secretAccessKey: environment.AWS_SECRET_ACCESS_KEY ?? '',
  };
  const sns = new SNSClient({ endpoint: endpoints.sns, region, credentials });
  try {
    const TopicArn = `${environment.APPROVAL_TOPICS}${accountId}-${approvalTopicOf(email)}`;
    const { Subscriptions = [] } = await sns.send(new ListSubscriptionsByTopicCommand({ TopicArn }));
    return Subscriptions.map(({ Protocol, Endpoint }) => [Protocol, Endpoint]);
  } finally {
    sns.destroy();
  }
}
