import { createGroup } from '../../shared/audience/groups/create-group';
import { expectSoon, PROVIDER, type Sent } from '../support/service/api-sending';
import { followText } from '../support/service/follow-text';
import { operate } from '../support/service/operate';
import { linkDomainOf, registerLink } from '../support/service/own-links';
import { useSendingService } from '../support/service/sending-service';
import { callApi, randomPhone } from '../support/service/service';

/** Feedback that the provider has of a text that a person got: only AWS takes any. */
const GIVEN = PROVIDER === 'eum' ? ['RECEIVED'] : undefined;
const PREVIEW = 'WhatsApp/2.23.20.0 A';

type Told = Sent & { expectsFeedback?: true; feedback?: string[] };

const fixture = useSendingService({ smsCredits: 1_000, keywordReplies: 'on' });
const { sending } = fixture;
const call = async <Body = { id: string }>(method: string, path: string, body?: object) => {
  const { service, account } = fixture;
  const answer = await callApi(service, { account, method, path: `/api/v1/${path}`, body });
  expect(answer.status).toBeLessThan(300);
  return answer.body as Body;
};
const set = (when: 'on' | 'off') =>
  operate('account', 'set', '--account', fixture.account.accountId, '--message-feedback', when);
const taken = async (to: string) => (await sending.taken(to)) as Told[];
const follow = async (text: Told | undefined, userAgent?: string) =>
  (await followText(fixture.service, text?.body ?? '', userAgent === undefined ? {} : { userAgent })).status;

let body: string;
beforeEach(async () => {
  const { accountId } = fixture.account;
  const link = `${linkDomainOf(accountId)}/spring`;
  await registerLink(fixture.service.deps, { accountId, link });
  body = `{{trackingLink "${link}"}}`;
  await set('on');
});

/** Waits for a text to a phone, and returns it. */
async function untilText(to: string): Promise<Told | undefined> {
  await expectSoon(async () => expect((await taken(to)).length).toBeGreaterThan(0));
  return (await taken(to))[0];
}

/** Waits until the provider has been told, once, that a phone got its first text. */
const untilGiven = (to: string) =>
  expectSoon(async () => {
    const [first] = await taken(to);
    expect({ expectsFeedback: first?.expectsFeedback, feedback: first?.feedback }).toEqual({
      ...{ expectsFeedback: true, feedback: GIVEN },
    });
  });

const newGroup = async (optInType: 'SINGLE' | 'DOUBLE' = 'SINGLE') => {
  const { accountId, from } = fixture.account;
  const created = { accountId, name: 'Customers', optInType, from };
  return (await createGroup(fixture.service.deps, created)).id;
};
const enrol = async (groupId: string, optInMode: 'CONFIRM' | 'DIRECT') => {
  const phone = randomPhone();
  const path = `contacts/by-phone/${encodeURIComponent(phone)}`;
  await call('POST', path, {});
  await call('POST', `${path}/groups/${groupId}`, { optInMode });
  return phone;
};

describe('rules E12: the provider is told that a person got a text', () => {
  it('by the first click on its tracking link, not by a preview', async () => {
    const [to = ''] = sending.phones(1);
    await sending.optIn([to]);
    await sending.post('message', { to, body });
    const text = await untilText(to);
    expect(text).toMatchObject({ expectsFeedback: true });
    expect(await follow(text, PREVIEW)).toBe(302);
    expect((await taken(to))[0]).not.toHaveProperty('feedback');
    expect([await follow(text), await follow(text)]).toEqual([302, 302]);
    await untilGiven(to);
  });

  it.each(['STOP', 'Thanks'])('by an answer, and once for the answer and a click: %s', async (answer) => {
    const [to = ''] = sending.phones(1);
    await sending.optIn([to]);
    await sending.post('message', { to, body });
    await sending.say(to, answer);
    await untilGiven(to);
    expect(await follow((await taken(to))[0])).toBe(302);
    await sending.say(to, 'And again');
    await untilGiven(to);
  });

  it('by the YES to a text that asks for it', async () => {
    const to = await enrol(await newGroup('DOUBLE'), 'CONFIRM');
    expect(await untilText(to)).toMatchObject({ expectsFeedback: true });
    await sending.say(to, 'YES');
    await untilGiven(to);
  });

  it('of a campaign and of an automation', async () => {
    const [first, second] = [await newGroup(), await newGroup()];
    const { from } = fixture.account;
    const common = { name: 'Spring', from, purpose: 'informational' };
    const { id } = await call('POST', 'automations', {
      ...common,
      ...{ trigger: { joined: second }, entry: 'once', steps: [{ send: { body } }] },
    });
    await call('POST', `automations/${id}/start`, {});
    const people = [await enrol(first, 'DIRECT'), await enrol(second, 'DIRECT')];
    await call('POST', 'campaigns', { ...common, body, audience: { groups: [first] }, launch: true });
    for (const to of people) {
      expect(await follow(await untilText(to))).toBe(302);
      await untilGiven(to);
    }
  });

  it('of no other text, and of none without the setting', async () => {
    const [to = ''] = sending.phones(1);
    await sending.optIn([to]);
    await sending.post('message', { to, body: 'Hello' });
    await set('off');
    await sending.post('message', { to, body });
    const texts = await taken(to);
    expect(await follow(texts[1])).toBe(302);
    expect(texts.map(({ expectsFeedback }) => expectsFeedback)).toEqual([undefined, undefined]);
  });
});
