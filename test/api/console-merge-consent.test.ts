import { updateAccount } from '../../shared/accounts/account-store';
import { addTag, tagMembership } from '../../shared/audience/groups/group-tags';
import { pathOf, refusalOf, stateOf, useMerges } from '../support/console/merge-fixture';
import { expectSoon } from '../support/service/api-sending';

const merges = useMerges();
const { fixture, asKey, askPreview, preview, askMerge, merge } = merges;
const { contact, group, read, groupsOf, membersOf, consentOf, optOut, textsOf, sendCampaign } = merges;

describe('3.8: consent in a merge', () => {
  it('stays with its number: the kept contact joins no group and gets no text, and the double leaves its groups', async () => {
    const [own, both, foreign] = [await group('Own'), await group('Both'), await group('Foreign')];
    const phone = await contact({}, own, both);
    const double = await contact({}, both, foreign);
    const before = await consentOf(phone);
    expect((await preview(phone, double)).groupsLeft).toEqual([{ id: foreign, name: 'Foreign' }]);
    await merge(phone, double);
    expect((await groupsOf(phone)).sort()).toEqual([own, both].sort());
    expect(await consentOf(phone)).toEqual(before);
    expect(await Promise.all([own, both, foreign].map(membersOf))).toEqual([1, 1, 0]);
    expect((await consentOf(double)).slice(2)).toMatchObject([
      ...[both, foreign].sort().map((groupId) => ({ action: 'MANUAL_REMOVAL', groupId, actor: 'operator' })),
    ]);
    expect(await fixture.sending.taken(phone)).toEqual([]);
  });

  it('makes no contact reachable that is in no group', async () => {
    const [phone, double] = [await contact({}), await contact({}, await group('Texts'))];
    await merge(phone, double);
    const { from } = fixture.account;
    const send = (to: string) => asKey('POST', '/api/v1/messaging/message', { from, to, body: 'Hello' });
    expect(refusalOf(await send(phone))).toEqual([400, 33028]);
    expect(refusalOf(await send(double))).toEqual([400, 33028]);
  });

  it('leaves the opt-out of either number as it is', async () => {
    const id = await group('Refused');
    const [phone, double] = [await contact({ firstName: 'Ada' }), await contact({ lastName: 'L' }, id)];
    await optOut(phone);
    const { optedOutAt } = await read(phone);
    await merge(phone, double);
    expect(await read(phone)).toMatchObject({ firstName: 'Ada', lastName: 'L', optedOutAt, groups: [] });

    const [open, refused] = [await contact({}, id), await contact({ lastName: 'R' }, id)];
    await optOut(refused);
    await merge(open, refused);
    expect(await read(open)).not.toHaveProperty('optedOutAt');
    expect(await groupsOf(open)).toEqual([id]);
    await asKey('POST', pathOf(refused), {});
    expect(await read(refused)).toMatchObject({ optedOutAt: expect.any(String) as string });
    expect(refusalOf(await asKey('POST', `${pathOf(refused)}/groups/${id}`))).toEqual([409, 33035]);
  });

  it('takes tags of the double in groups in which the kept contact is', async () => {
    const { accountId } = fixture.account;
    const { deps } = fixture.service;
    const [both, foreign] = [await group('Tagged'), await group('Not joined')];
    const [phone, double] = [await contact({}, both), await contact({}, both, foreign)];
    for (const [groupId, phoneNumber, tagName] of [
      [both, phone, 'Till'],
      [both, double, 'Till'],
      [both, double, 'VIP'],
      [foreign, double, 'Other'],
    ] as const) {
      await addTag(deps, { accountId, groupId, name: tagName });
      await tagMembership(deps, { accountId, phoneNumber, groupId, tagName });
    }
    expect((await preview(phone, double)).tags).toEqual([{ group: 'Tagged', tag: 'VIP' }]);
    await merge(phone, double);
    expect(await read(phone)).toMatchObject({
      groups: [{ id: both, tags: [{ name: 'Till' }, { name: 'VIP' }] }],
    });
  });

  it('brings no contact into the test list', async () => {
    const { accountId } = fixture.account;
    const testGroup = await group('Colleagues');
    const { table } = fixture.service.deps;
    await updateAccount({ table, accountId, changes: { testGroup } });
    const [phone, double] = [await contact({}), await contact({}, testGroup)];
    expect((await preview(phone, double)).groupsLeft).toEqual([{ id: testGroup, name: 'Colleagues' }]);
    await merge(phone, double);
    await updateAccount({ table, accountId, changes: { testGroup: null } });
    expect(await groupsOf(phone)).toEqual([]);
    expect(await membersOf(testGroup)).toBe(0);
  });

  it('waits for the decision about a text of the double that may be an opt-out', async () => {
    const [phone, double] = [await contact({}), await contact({}, await group('Reviewed'))];
    const { version } = await preview(phone, double);
    await fixture.sending.say(double, 'please leave me alone');
    await expectSoon(async () => expect(refusalOf(await askPreview(phone, double))).toEqual([409, 33111]));
    const refused = await askMerge(phone, { double, version });
    expect([...refusalOf(refused), stateOf(refused)]).toEqual([409, 33111, 'likelyOptOut']);
  });
});

describe('3.8: texts after a merge', () => {
  it('are found under the number of the double, those of campaigns included, also with a new contact there', async () => {
    const id = await group('Campaign');
    const [phone, double] = [await contact({}), await contact({}, id)];
    const { from } = fixture.account;
    await asKey('POST', '/api/v1/messaging/message', { from, to: double, body: 'A single text' });
    await sendCampaign(id, 'Open at nine. Reply STOP to opt out.');
    const texts = ['A single text', 'Open at nine. Reply STOP to opt out.'];
    expect(await textsOf(double)).toEqual(texts);
    await merge(phone, double);
    expect(await textsOf(double)).toEqual(texts);
    expect(await textsOf(phone)).toEqual([]);
    await asKey('POST', pathOf(double), {});
    expect(await textsOf(double)).toEqual(texts);
  });
});
