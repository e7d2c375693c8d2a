import { createGroup } from '../../shared/audience/groups/create-group';
import { expectSoon } from '../support/service/api-sending';
import { operate } from '../support/service/operate';
import { useSendingService } from '../support/service/sending-service';
import { callApi, randomPhone } from '../support/service/service';

const fixture = useSendingService({ keywordReplies: 'on', name: 'Acme' });
const { sending } = fixture;

const keyword = (verb: string, ...options: string[]) =>
  operate<unknown>('account', 'keyword', verb, '--account', fixture.account.accountId, ...options);
const set = (...options: string[]) =>
  operate<unknown>('account', 'set', '--account', fixture.account.accountId, ...options);
const makeGroup = (optInMessage?: string) =>
  createGroup(fixture.service.deps, {
    ...{ accountId: fixture.account.accountId, name: 'News', optInType: 'SINGLE', optInMessage },
  });
const expectTexts = (phone: string, bodies: string[]) =>
  expectSoon(async () => {
    expect((await sending.taken(phone)).map(({ body }) => body)).toEqual(bodies);
  });
async function contactOf(phone: string) {
  const path = `/api/v1/contacts/by-phone/${encodeURIComponent(phone)}`;
  const { status, body } = await callApi(fixture.service, { account: fixture.account, path });
  const { groups = [], pendingGroups = [] } = body as Partial<Record<string, Array<{ id: string }>>>;
  return { status, groups: groups.map(({ id }) => id), pendingGroups: pendingGroups.map(({ id }) => id) };
}
const logOf = (phone: string) =>
  operate<object[]>('contact', 'log', '--account', fixture.account.accountId, '--phone', phone);

describe('rules 3.3: keywords of an account', () => {
  it('bring a phone that texts one into a group, once it says YES', async () => {
    const [group, phone] = [await makeGroup(), randomPhone()];
    await set('--brand', 'Acme Shoes');
    await keyword('set', '--word', 'join', '--group', group.id, '--opt-in', 'CONFIRM');
    await sending.say(phone, ' Join ');
    await expectTexts(phone, [
      'Acme Shoes - News: Reply YES to get our texts. Message frequency varies. Msg & data rates may apply. Reply HELP for help, STOP to opt out.',
    ]);
    expect(await contactOf(phone)).toEqual({ status: 200, groups: [], pendingGroups: [group.id] });
    await sending.say(phone, 'yes');
    await expectSoon(async () => {
      expect(await contactOf(phone)).toEqual({ status: 200, groups: [group.id], pendingGroups: [] });
    });
    expect(await logOf(phone)).toMatchObject([
      { action: 'OPT_IN_REQUESTED', reason: 'CONTACT_TEXTED', actor: 'contact', evidence: 'keyword JOIN' },
      { action: 'OPT_IN', reason: 'CONTACT_CONFIRMED', actor: 'contact' },
    ]);
  });

  it('bring it in at once by DIRECT, with opt-in message and reply, free of credits', async () => {
    const [group, phone] = [await makeGroup('Welcome'), randomPhone()];
    const before = await sending.credits();
    await keyword('set', '--word', 'SALE', '--group', group.id, '--opt-in', 'DIRECT', '--reply', '10 % off');
    await sending.say(phone, 'sale');
    await expectSoon(async () => {
      expect((await sending.taken(phone)).map(({ body }) => body).sort()).toEqual(['10 % off', 'Welcome']);
    });
    expect((await contactOf(phone)).groups).toEqual([group.id]);
    expect(await sending.credits()).toEqual(before);
    expect(await operate('account', 'show', '--account', fixture.account.accountId)).toMatchObject({
      ...{ usedToday: 1, freeTextsToday: 2 },
    });
  });

  it('do nothing after a STOP, which a keyword never is', async () => {
    const [group, phone] = [await makeGroup(), randomPhone()];
    await expect(keyword('set', '--word', 'Stop', '--reply', 'No.')).rejects.toThrow(
      'STOP cannot be a keyword',
    );
    await keyword('set', '--word', 'JOIN', '--group', group.id, '--opt-in', 'DIRECT', '--reply', 'Hello');
    await sending.say(phone, 'STOP');
    const answer = 'Acme: You have opted out and will get no more texts. Reply HELP for help.';
    await expectTexts(phone, [answer]);
    await sending.say(phone, 'JOIN');
    await sending.say(phone, 'HELP');
    await expectSoon(async () => expect(await sending.taken(phone)).toHaveLength(2));
    expect((await sending.taken(phone))[1]?.body).toContain('For help');
    expect((await contactOf(phone)).status).toBe(404);
  });

  it('change nothing once their group is gone, and make no contact', async () => {
    const [group, phone] = [await makeGroup('Welcome'), randomPhone()];
    await keyword('set', '--word', 'CLUB', '--group', group.id, '--opt-in', 'DIRECT', '--reply', 'Hello');
    await operate('group', 'delete', '--account', fixture.account.accountId, '--group', group.id, '--yes');
    await sending.say(phone, 'CLUB');
    await keyword('set', '--word', 'HOURS', '--reply', 'Nine to five');
    await sending.say(phone, 'HOURS');
    await expectTexts(phone, ['Nine to five']);
    expect((await contactOf(phone)).status).toBe(404);
  });

  it('mean nothing any more once they are deleted', async () => {
    const phone = randomPhone();
    await keyword('set', '--word', 'HOURS', '--reply', 'Nine to five.');
    await sending.say(phone, 'hours');
    await expectTexts(phone, ['Nine to five.']);
    await keyword('delete', '--word', 'hours');
    expect(await keyword('list')).toEqual([]);
    await sending.say(phone, 'hours');
    await sending.say(phone, 'HELP');
    await expectSoon(async () => expect(await sending.taken(phone)).toHaveLength(2));
    expect((await sending.taken(phone))[1]?.body).toContain('For help');
  });
});

describe('rules 3.3: the away reply', () => {
  it('answers other words once, and none once it is taken away', async () => {
    const [phone, other] = [randomPhone(), randomPhone()];
    await set('--away-reply', 'We are closed.');
    await sending.say(phone, 'Are you open?');
    await expectTexts(phone, ['We are closed.']);
    await sending.say(phone, 'Hello?');
    await set('--away-reply', '');
    await sending.say(other, 'Hello?');
    for (const each of [phone, other]) await sending.say(each, 'HELP');
    await expectSoon(async () => {
      expect(await sending.taken(phone)).toHaveLength(2);
      expect(await sending.taken(other)).toHaveLength(1);
    });
  });
});
