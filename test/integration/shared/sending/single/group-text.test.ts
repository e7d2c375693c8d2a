import { optOutContact } from '../../../../../shared/audience/consent/opt-out-contact';
import { addMembership } from '../../../../../shared/audience/consent/add-membership';
import { createGroup } from '../../../../../shared/audience/groups/create-group';
import type { OptInMode } from '../../../../../shared/audience/groups/opt-in-mode';
import { removeMembership } from '../../../../../shared/audience/consent/remove-membership';
import { attemptQueuedMessage } from '../../../../../shared/sending/single/attempt-queued-message';
import { type Message, readMessage } from '../../../../../shared/messages/message';
import { findDue } from '../../../../../shared/outbox/find-due';
import { messageKey } from '../../../../../shared/platform/store/keys';
import { consentPlatform, seedAccount, seedContact } from '../../../../support/audience/consent-fixture';
import { useEngine } from '../../../../support/engines/engine';
import { createScriptedProvider } from '../../../../support/sending/scripted-provider';

const PHONE = '+12125550123';
const LATER = new Date('2030-01-01T00:00:00.000Z');
const OVERTAKEN = {
  status: 'failed',
  phase: 'settled',
  errorType: 'membership_changed',
  errorMessage: 'The membership that the text is about has changed since.',
};

const engine = useEngine();

async function seed() {
  const platform = { ...consentPlatform(engine.table), provider: createScriptedProvider() };
  const account = await seedAccount(platform);
  await seedContact(platform, { accountId: account.id, phoneNumber: PHONE });
  const address = { accountId: account.id, phoneNumber: PHONE };
  const request = (groupId: string) => ({
    account,
    phoneNumber: PHONE,
    groupId,
    actor: { type: 'api' } as const,
  });
  return {
    platform,
    group: async (name: string) => {
      const input = { accountId: account.id, name, optInType: 'SINGLE', optInMessage: `Welcome to ${name}` };
      return (await createGroup(platform, { ...input, optInType: 'SINGLE' })).id;
    },
    enrol: (groupId: string, optInMode: OptInMode) =>
      addMembership(platform, { ...request(groupId), optInMode }),
    remove: (groupId: string) => removeMembership(platform, request(groupId)),
    refuse: () => optOutContact(platform, { ...address, source: 'kiosk' }),
    /** Returns the texts that are under way, oldest first. */
    waiting: async () => {
      const messages: Message[] = [];
      for await (const item of findDue(engine.table, 'MESSAGE', LATER)) {
        const message = readMessage(item);
        if (message.accountId === account.id) messages.push(message);
      }
      return messages.sort((a, b) => (a.id < b.id ? -1 : 1));
    },
    attempt: async ({ id }: Message) => {
      await attemptQueuedMessage(platform, id);
      const item = await engine.table.get(messageKey(id));
      return item && readMessage(item);
    },
  };
}

type Seeded = Awaited<ReturnType<typeof seed>>;

async function theOneWaiting(s: Seeded): Promise<Message> {
  const [message, ...others] = await s.waiting();
  if (!message || others.length > 0) throw new Error('Not one text');
  return message;
}

describe("3.3: a group's text that is handed over late", () => {
  it.each(['CONFIRM', 'DIRECT'] as const)(
    'goes out by %s as long as its membership is there',
    async (mode) => {
      const s = await seed();
      await s.enrol(await s.group('News'), mode);
      expect(await s.attempt(await theOneWaiting(s))).toMatchObject({ status: 'sent' });
      expect(s.platform.provider.taken).toHaveLength(1);
    },
  );

  it.each(['CONFIRM', 'DIRECT'] as const)('does not go out by %s after the removal', async (mode) => {
    const s = await seed();
    await s.enrol(await s.group('Other'), 'SILENT');
    const group = await s.group('News');
    await s.enrol(group, mode);
    await s.remove(group);
    expect(await s.attempt(await theOneWaiting(s))).toMatchObject(OVERTAKEN);
    expect(s.platform.provider.asked).toEqual([]);
  });

  it.each(['CONFIRM', 'DIRECT'] as const)('does not go out by %s after a refusal', async (mode) => {
    const s = await seed();
    await s.enrol(await s.group('News'), mode);
    await s.refuse();
    expect(await s.attempt(await theOneWaiting(s))).toMatchObject({
      status: 'failed',
      errorType: 'opted_out',
    });
    expect(s.platform.provider.asked).toEqual([]);
  });

  it('does not ask for a YES that is not needed any more, and asks for the one to another group', async () => {
    const s = await seed();
    const [news, sales] = [await s.group('News'), await s.group('Sales')];
    await s.enrol(news, 'CONFIRM');
    const question = await theOneWaiting(s);
    await s.enrol(news, 'SILENT');
    await s.enrol(sales, 'CONFIRM');
    expect(await s.attempt(question)).toMatchObject(OVERTAKEN);
    expect(s.platform.provider.asked).toEqual([]);
    expect(await s.attempt(await theOneWaiting(s))).toMatchObject({ status: 'sent' });
  });

  it.each([
    ['CONFIRM', 'sent'],
    ['DIRECT', 'failed'],
  ] as const)('stored without its group goes by the account as a whole: %s', async (mode, status) => {
    const s = await seed();
    const group = await s.group('News');
    await s.enrol(group, mode);
    const message = await theOneWaiting(s);
    await engine.table.update({ Key: messageKey(message.id), UpdateExpression: 'REMOVE groupId' });
    await s.remove(group);
    expect(await s.attempt(message)).toMatchObject({ status });
  });
});
