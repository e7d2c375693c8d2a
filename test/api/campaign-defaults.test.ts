import { createGroup } from '../../shared/audience/groups/create-group';
import { expectSoon } from '../support/service/api-sending';
import { useSendingService } from '../support/service/sending-service';
import { callApi, randomPhone } from '../support/service/service';

const fixture = useSendingService({ smsCredits: 1_000, mmsCredits: 1_000 });
const call = (method: string, path: string, body?: unknown) =>
  callApi(fixture.service, { account: fixture.account, method, path: `/api/v1/${path}`, body });
const BODY = 'Hi {{contact_first_name or "friend"}}!';

async function groupOf(people: ReadonlyArray<[phone: string, profile: object]>): Promise<string> {
  const { id } = await createGroup(fixture.service.deps, {
    ...{ accountId: fixture.account.accountId, name: `Group ${people[0]?.[0]}` },
    ...{ optInType: 'SINGLE', from: fixture.account.from },
  });
  for (const [phone, profile] of people) {
    const path = `contacts/by-phone/${encodeURIComponent(phone)}`;
    await call('POST', path, profile);
    expect((await call('POST', `${path}/groups/${id}`, { optInMode: 'DIRECT' })).status).toBeLessThan(300);
  }
  return id;
}

describe('rules E4: the default of a value', () => {
  it('is in previews, tests and texts of a campaign for who has none', async () => {
    const [bare, ada] = [randomPhone(), randomPhone()];
    const groupId = await groupOf([
      [bare, {}],
      [ada, { firstName: 'Ada' }],
    ]);
    const created = await call('POST', 'campaigns', {
      ...{ name: 'Spring', from: fixture.account.from, body: BODY, purpose: 'informational' },
      audience: { groups: [groupId] },
    });
    const { id } = created.body as { id: string };
    const preview = await call('POST', `campaigns/${id}/preview`);
    const { samples, warnings } = preview.body as {
      samples: Array<{ to: string; body: string }>;
      warnings: string[];
    };
    expect(new Map(samples.map(({ to, body }) => [to, body]))).toEqual(
      new Map([
        [bare, 'Hi friend!'],
        [ada, 'Hi Ada!'],
      ]),
    );
    expect(warnings.join(' ')).not.toContain('no merge tag');

    const test = await call('POST', `campaigns/${id}/test`, { to: [bare] });
    const [result] = (test.body as { results: Array<{ messageId: string }> }).results;
    expect(test.body).not.toHaveProperty('warnings');
    expect((await call('GET', `messaging/message/${result?.messageId}`)).body).toMatchObject({
      body: 'Hi friend!',
    });

    expect((await call('POST', `campaigns/${id}/launch`)).status).toBe(202);
    await expectSoon(async () => {
      expect((await call('GET', `campaigns/${id}`)).body).toMatchObject({ status: 'completed' });
    });
    const { results } = (await call('GET', `campaigns/${id}/recipients`)).body as {
      results: Array<{ to: string; messageId: string }>;
    };
    const texts = new Map<string, unknown>();
    for (const { to, messageId } of results) {
      const { body } = await call('GET', `messaging/message/${messageId}`);
      texts.set(to, (body as { body: string }).body);
    }
    expect(texts).toEqual(
      new Map([
        [bare, 'Hi friend!'],
        [ada, 'Hi Ada!'],
      ]),
    );
  });

  it('is no merge tag in a single message, which is sent as it is written', async () => {
    const phone = randomPhone();
    await groupOf([[phone, {}]]);
    const sent = await call('POST', 'messaging/message', {
      from: fixture.account.from,
      to: phone,
      body: BODY,
    });
    expect(sent).toMatchObject({ status: 201, body: { body: BODY } });
  });

  it('is refused by the content rules like the text around it', async () => {
    const groupId = await groupOf([[randomPhone(), {}]]);
    const launched = await call('POST', 'campaigns', {
      ...{ name: 'Spring', from: fixture.account.from, purpose: 'informational', launch: true },
      body: 'Tonight: {{contact_first_name or "vodka"}} 2 for 1 at the bar, $5 shots',
      audience: { groups: [groupId] },
    });
    expect(launched).toMatchObject({ status: 400, body: { code: 33019 } });
  });
});
