import { pathOf, useMerges } from '../support/console/merge-fixture';
import { findTraces } from '../support/erasure/find-traces';
import { markedPerson, marksOf } from '../support/erasure/marked-person';
import { expectSoon } from '../support/service/api-sending';

const { fixture, asKey, merge, contact, group, read, join, textsOf, sendCampaign } = useMerges();

async function eraseWholly(phone: string): Promise<void> {
  const { status, body } = await asKey('DELETE', pathOf(phone));
  expect(status).toBe(202);
  const path = `/api/v1/contacts/erasures/${(body as { id: string }).id}`;
  await expectSoon(async () =>
    expect((await asKey('GET', path)).body).toMatchObject({ status: 'completed' }),
  );
}

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

  it('are found and erased of every life of a number that was merged more than once', async () => {
    const person = markedPerson();
    const phone = await contact({ firstName: 'Ada', lastName: 'Lovelace' });
    const groupIds = [await group('First life'), await group('Second life'), await group('Third life')];
    const texts = ['First life', 'Second life', 'Third life'].map(
      (name) => `${name} of ${person.firstName}. Reply STOP to opt out.`,
    );
    for (const [index, groupId] of groupIds.entries()) {
      await asKey('POST', pathOf(person.phone), { firstName: person.firstName });
      await join(person.phone, groupId);
      const name = ['First', 'Second', 'Third'][index];
      await sendCampaign(groupId, `${name} life of {{contact_first_name}}. Reply STOP to opt out.`);
      expect(await textsOf(person.phone)).toEqual(texts.slice(0, index + 1));
      expect((await merge(phone, person.phone)).status).toBe(200);
      expect(await textsOf(person.phone)).toEqual(texts.slice(0, index + 1));
    }
    await eraseWholly(person.phone);
    expect(await findTraces(fixture.service.deps.table, marksOf(person))).toEqual([]);
  });

  it('are erased with the number of the double, which is a contact no more', async () => {
    const person = markedPerson();
    const phone = await contact({ firstName: 'Ada', lastName: 'Lovelace' });
    const groupId = await group('Before the merge');
    await asKey('POST', pathOf(person.phone), { firstName: person.firstName, lastName: person.lastName });
    await join(person.phone, groupId);
    await asKey('POST', '/api/v1/messaging/message', {
      ...{ from: fixture.account.from, to: person.phone, body: person.word },
    });
    await sendCampaign(groupId, 'Hi {{contact_first_name}}. Reply STOP to opt out.');
    expect((await merge(phone, person.phone)).status).toBe(200);
    expect(await findTraces(fixture.service.deps.table, marksOf(person))).not.toEqual([]);
    await eraseWholly(person.phone);
    expect(await findTraces(fixture.service.deps.table, marksOf(person))).toEqual([]);
    expect(await read(phone)).toMatchObject({ firstName: 'Ada' });
  });
});
