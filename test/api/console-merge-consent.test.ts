import { updateAccount } from '../../shared/accounts/account-store';
import { addTag, tagMembership } from '../../shared/audience/groups/group-tags';
import { updateExpression } from '../../shared/platform/store/expressions';
import { contactKey } from '../../shared/platform/store/keys';
import { pathOf, refusalOf, stateOf, useMerges } from '../support/console/merge-fixture';
import { expectSoon } from '../support/service/api-sending';
import { callApi } from '../support/service/service';

const merges = useMerges();
const { fixture, asKey, askPreview, preview, askMerge, merge } = merges;
const { contact, group, read, join, groupsOf, membersOf, consentOf, optOut } = merges;

/** Adds tags to memberships. */
async function tag(tags: Array<{ groupId: string; phoneNumber: string; tagName: string }>): Promise<void> {
  const { accountId } = fixture.account;
  const { deps } = fixture.service;
  for (const { groupId, phoneNumber, tagName } of tags) {
    await addTag(deps, { accountId, groupId, name: tagName });
    await tagMembership(deps, { accountId, phoneNumber, groupId, tagName });
  }
}

/** Adds a tag to a pending membership, as an import does that asks for an opt-in. */
async function tagPending(request: { groupId: string; phoneNumber: string; tagName: string }): Promise<void> {
  const { accountId } = fixture.account;
  const { groupId, phoneNumber, tagName } = request;
  const { deps } = fixture.service;
  const { tags } = await addTag(deps, { accountId, groupId, name: tagName });
  const pending = { pendingSince: '2026-03-01T12:00:00.000Z', tagIds: tags.map(({ id }) => id) };
  await deps.table.update({
    Key: contactKey(accountId, phoneNumber),
    ...updateExpression({ set: { pendingMemberships: { [groupId]: pending } }, add: { version: 1 } }),
  });
}

/** Returns the groups of the events that a contact left a group, sorted. */
async function groupsOfEvents(contactId: unknown): Promise<string[]> {
  const { body } = await callApi(fixture.service, { path: '/_local/events' });
  const { events } = body as {
    events: Array<{
      detailType: string;
      detail: { id: string; contact?: { id: string }; group: { id: string }; reason?: string };
    }>;
  };
  const own = events.filter(
    ({ detailType, detail }) => detailType === 'contacts.group.opted_out' && detail.contact?.id === contactId,
  );
  expect(own.filter(({ detail }) => detail.reason !== 'MANUAL_REMOVAL')).toEqual([]);
  // Events are delivered at least once: a repetition has the same id.
  return [...new Map(own.map(({ detail }) => [detail.id, detail.group.id])).values()].sort();
}

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
    const [both, foreign] = [await group('Tagged'), await group('Not joined')];
    const [phone, double] = [await contact({}, both), await contact({}, both, foreign)];
    await tag([
      { groupId: both, phoneNumber: phone, tagName: 'Till' },
      { groupId: both, phoneNumber: double, tagName: 'Till' },
      { groupId: both, phoneNumber: double, tagName: 'VIP' },
      { groupId: foreign, phoneNumber: double, tagName: 'Other' },
    ]);
    expect((await preview(phone, double)).tags).toEqual([{ group: 'Tagged', tag: 'VIP' }]);
    await merge(phone, double);
    expect(await read(phone)).toMatchObject({
      groups: [{ id: both, tags: [{ name: 'Till' }, { name: 'VIP' }] }],
    });
  });

  it('ends pending memberships of the double, and takes their tags for those of the kept contact', async () => {
    const [both, foreign] = [await group('Both ask'), await group('Asks')];
    const phone = await contact({});
    const double = await contact({}, foreign);
    await join(phone, both, 'CONFIRM');
    await join(double, both, 'CONFIRM');
    await tagPending({ groupId: both, phoneNumber: double, tagName: 'VIP' });
    expect((await preview(phone, double)).tags).toEqual([{ group: 'Both ask', tag: 'VIP' }]);
    await merge(phone, double);
    const log = (await consentOf(double)).slice(-2);
    expect(log.map(({ action, groupId }) => [action, groupId]).sort()).toEqual([
      ['MANUAL_REMOVAL', foreign],
      ['PENDING_REMOVED', both],
    ]);
    expect(await read(phone)).toMatchObject({ groups: [], pendingGroups: [{ id: both }] });
    await fixture.sending.say(phone, 'YES');
    await expectSoon(async () =>
      expect(await read(phone)).toMatchObject({ groups: [{ id: both, tags: [{ name: 'VIP' }] }] }),
    );
  });

  it('publishes an event for each group that the double leaves, and none of the kept contact', async () => {
    const [both, foreign] = [await group('Heard'), await group('Heard as well')];
    const [phone, double] = [await contact({}, both), await contact({}, both, foreign)];
    const [kept, other] = [await read(phone), await read(double)];
    await merge(phone, double);
    await expectSoon(async () => expect(await groupsOfEvents(other.id)).toEqual([both, foreign].sort()));
    expect(await groupsOfEvents(kept.id)).toEqual([]);
  });

  it('ends the way of the double through an automation', async () => {
    const groupId = await group('Welcomed');
    const made = await asKey('POST', '/api/v1/automations', {
      ...{ name: 'Welcome', from: fixture.account.from, purpose: 'informational', entry: 'once' },
      ...{ trigger: { joined: groupId }, steps: [{ wait: { days: 3 } }, { send: { body: 'Still there?' } }] },
    });
    const path = `/api/v1/automations/${(made.body as { id: string }).id}`;
    expect((await asKey('POST', `${path}/start`)).status).toBe(200);
    const [phone, double] = [await contact({}, groupId), await contact({}, groupId)];
    const counts = async () => ((await asKey('GET', path)).body as { counts: object }).counts;
    await expectSoon(async () => expect(await counts()).toMatchObject({ entered: 2, waiting: 2 }));
    await merge(phone, double);
    await expectSoon(async () => expect(await counts()).toMatchObject({ waiting: 1, exited: 1 }));
    const people = async (status: string) =>
      (await asKey('GET', `${path}/people?status=${status}`)).body as { results: object[] };
    expect((await people('waiting')).results).toMatchObject([{ to: phone }]);
  });

  it('leaves with the number of the double what is known of texts to it', async () => {
    const [phone, double] = [await contact({}), await contact({})];
    const { accountId } = fixture.account;
    const at = '2026-03-01T12:00:00.000Z';
    const known = {
      ...{ setAsideAt: at, setAsideReason: 'landline', lookedUp: { at, lineType: 'landline' } },
      hardFailures: { since: at, texts: [{ messageId: 'msg_1', at }] },
    };
    const { table } = fixture.service.deps;
    await table.update({
      Key: contactKey(accountId, double),
      ...updateExpression({ set: known }),
    });
    await merge(phone, double);
    const stored = (phoneNumber: string) => table.get(contactKey(accountId, phoneNumber));
    expect(await stored(double)).toMatchObject(known);
    for (const name of Object.keys(known)) expect(await stored(phone)).not.toHaveProperty(name);
    expect(await read(phone)).not.toHaveProperty('setAsideAt');
    await asKey('POST', pathOf(double), {});
    expect(await read(double)).toMatchObject({ setAsideAt: at, setAsideReason: 'landline' });
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
