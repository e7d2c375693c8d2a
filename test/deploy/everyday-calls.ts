import { type DeployedService, waitUntilFound } from './deployed-service';
import { countQueued, isDeadLetterQueue } from './deployment';
import { operate } from './operate';

export const contactPath = (phone: string) => `/api/v1/contacts/by-phone/${encodeURIComponent(phone)}`;

/** Creates a contact and adds it to the account's group. */
export async function enrol(service: DeployedService, phone: string, profile: object = {}): Promise<void> {
  const path = contactPath(phone);
  const created = await service.call({ method: 'POST', path, body: profile });
  const enrolled = await service.call({ method: 'POST', path: `${path}/groups/${service.groupId}` });
  expect([created.status, enrolled.status]).toEqual([201, 200]);
}

/** Creates contacts and adds them to the account's group, as the operator does; no text is sent. */
export async function importContacts(service: DeployedService, phones: string[]): Promise<void> {
  const rows = phones.map((phone, index) => `${phone},Name${index}\n`).join('');
  const { accountId, groupId } = service;
  const imported = await operate(
    [
      ...['contact', 'import', '--account', accountId, '--group', groupId, '--file', '-', '--format', 'csv'],
      ...['--consent-basis', 'Signed.', '--opt-in-mode', 'SILENT'],
    ],
    `phoneNumber,firstName\n${rows}`,
  );
  expect(imported).toMatchObject({ imported: phones.length, rejected: [] });
}

/** Returns the texts to the phone, oldest first. */
export function textsTo(service: DeployedService, to: string): string[] {
  return service.simulator.sent({ to }).map(({ body }) => body);
}

export async function readCredits({ accountId }: DeployedService): Promise<{ sms: number; mms: number }> {
  const account = await operate<{ credits: { sms: number; mms: number } }>([
    ...['account', 'show', '--account', accountId],
  ]);
  return account.credits;
}

/** Waits until no recipient of the job is pending, and reads it. */
export function readFinishedJob(service: DeployedService, path: string): Promise<unknown> {
  return waitUntilFound(async () => {
    const { body } = await service.call({ path });
    return (body as { completedAt?: string }).completedAt === undefined ? undefined : body;
  });
}

/**
 * Waits until every queue is empty.
 *
 * @returns the dead-letter queues that have messages
 */
export async function drainQueues({ deployment }: DeployedService): Promise<Record<string, number>> {
  let waiting: Record<string, number> = {};
  try {
    await waitUntilFound(async () => {
      waiting = await countQueued(deployment, (id) => !isDeadLetterQueue(id));
      return Object.keys(waiting).length === 0 ? true : undefined;
    });
  } catch (error) {
    throw new Error(`Still waiting: ${JSON.stringify(waiting)}`, { cause: error });
  }
  return countQueued(deployment, isDeadLetterQueue);
}
