import { isDeepStrictEqual } from 'node:util';
import { ACCOUNT_IS_OPEN } from '../accounts/account-store';
import { invalidRequest, ServiceError } from '../errors/service-error';
import { MAX_SENDER_MEMBERS, MAX_SENDER_NAME_CHARACTERS, MAX_SENDERS } from '../limits';
import { isoNow } from '../platform/clock';
import type { Platform } from '../platform/platform';
import { commit, type Part } from '../platform/store/commit';
import { commitWithin } from '../platform/store/commit-within';
import { accountCreationsKey, accountKey, accountNumberKey, SENDER_PREFIX } from '../platform/store/keys';
import { CONFLICT, retryOnConflict } from '../platform/store/retry-on-conflict';
import type { Table } from '../platform/store/table';
import { isStorableText, NOT_STORABLE } from '../text/storable-text';
import { isOwnNumber, memberText, type Sender, senderItem, type SenderMember } from './sender';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'>;

/** Content of a sender that an operator chooses. */
interface SenderContent {
  name: string;
  members: SenderMember[];
}

/** Callback before the write, with the content before and after it; `undefined` for no sender. */
export type BeforeSenderWrite = (before: object | undefined, after: object | undefined) => void;

/**
 * Creates a sender.
 *
 * @throws ServiceError InvalidRequest for a name or members that are not allowed and for one sender too many,
 *   SenderNotAssigned for a number that the account does not have; NoSuchResource for an account that is closed or does
 *   not exist
 *
 * **Source:** rules 2.8.
 */
export async function createSender(
  deps: Deps,
  options: { accountId: string; content: SenderContent; beforeWrite?: BeforeSenderWrite },
): Promise<Sender> {
  const { accountId, content, beforeWrite } = options;
  checkContent(content);
  const now = isoNow(deps.clock);
  const sender: Sender = {
    ...content,
    ...{ id: deps.ids.next('snd'), accountId, version: 1, createdAt: now, updatedAt: now },
  };
  beforeWrite?.(undefined, effectOf(sender));
  const result = await commitWithin<Refusal>(deps.table, {
    key: accountCreationsKey(accountId, 'senders'),
    refuseFull: async () => {
      if ((await listSenders(deps.table, accountId)).length < MAX_SENDERS) return;
      throw invalidRequest({
        pointer: '',
        reason: `the account has ${MAX_SENDERS} senders, and no more fit`,
      });
    },
    parts: [
      ...checksOf(sender),
      {
        write: {
          Put: { Item: itemOf(sender), ConditionExpression: 'attribute_not_exists(pk)' },
        },
        onFail: 'moved',
      },
    ],
  });
  if (!result.committed) throw refused(result.refusal);
  return sender;
}

/**
 * Changes a sender: its name, or its members as a whole. Without a change it stays as it is.
 *
 * @throws ServiceError NoSuchResource without such a sender of the account, and as `createSender`
 *
 * **Source:** rules 2.8.
 */
export async function changeSender(
  deps: Pick<Deps, 'table' | 'clock'>,
  options: {
    accountId: string;
    senderId: string;
    changes: Partial<SenderContent>;
    beforeWrite?: BeforeSenderWrite;
  },
): Promise<Sender> {
  const { accountId, senderId, beforeWrite } = options;
  return retryOnConflict(deps.table.waits, async () => {
    const before = await findSender(deps.table, { accountId, senderId });
    if (!before) throw new ServiceError('NoSuchResource', { cause: 'sender' });
    const { name = before.name, members = before.members } = options.changes;
    checkContent({ name, members });
    if (isDeepStrictEqual(effectOf(before), effectOf({ name, members }))) return before;
    const after: Sender = {
      ...before,
      ...{ name, members, version: before.version + 1, updatedAt: isoNow(deps.clock) },
    };
    beforeWrite?.(effectOf(before), effectOf(after));
    const result = await commit<Refusal>(deps.table, [
      ...checksOf(after),
      {
        write: {
          Put: {
            Item: itemOf(after),
            ConditionExpression: 'version = :version',
            ExpressionAttributeValues: { ':version': before.version },
          },
        },
        onFail: 'moved',
      },
    ]);
    if (result.committed) return after;
    if (result.refusal === 'moved') return CONFLICT;
    throw refused(result.refusal);
  });
}

/**
 * Deletes a sender. Its numbers stay with the account; texts that were accepted for it leave from the numbers that were
 * chosen for them.
 *
 * @throws ServiceError NoSuchResource without such a sender of the account
 */
export async function deleteSender(
  deps: Pick<Deps, 'table'>,
  options: { accountId: string; senderId: string; beforeWrite?: BeforeSenderWrite },
): Promise<Sender> {
  const { accountId, senderId, beforeWrite } = options;
  const sender = await findSender(deps.table, { accountId, senderId });
  if (!sender) throw new ServiceError('NoSuchResource', { cause: 'sender' });
  beforeWrite?.(effectOf(sender), undefined);
  await commit(deps.table, [{ write: { Delete: { Key: senderItem.key({ accountId, senderId }) } } }]);
  return sender;
}

/** Finds a sender of the account; `undefined` also for one of another account. */
export async function findSender(
  table: Table,
  address: { accountId: string; senderId: string },
): Promise<Sender | undefined> {
  return senderItem.readIfAny(await table.get(senderItem.key(address)));
}

/** Lists the senders of an account, oldest first. */
export async function listSenders(table: Table, accountId: string): Promise<Sender[]> {
  const items = await table.queryAll({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': accountKey(accountId).pk, ':prefix': SENDER_PREFIX },
    ConsistentRead: true,
  });
  return items.map(senderItem.read);
}

/** Returns a sender for an answer of the CLI: its members as they are written on the command line. */
export const presentSender = ({ id, accountId, name, members, createdAt, updatedAt }: Sender) => ({
  ...{ id, accountId, name, members: members.map(memberText), createdAt, updatedAt },
});

type Refusal = 'noSuchAccount' | 'notAssigned' | 'moved';

const itemOf = (sender: Sender) =>
  senderItem.item({ accountId: sender.accountId, senderId: sender.id }, sender);

const effectOf = ({ name, members }: SenderContent) => ({ name, members: members.map(memberText) });

function checkContent({ name, members }: SenderContent): void {
  const refuse = (pointer: string, reason: string) => {
    throw invalidRequest({ pointer, reason });
  };
  if (name.trim() === '') refuse('/name', 'must not be empty');
  if ([...name].length > MAX_SENDER_NAME_CHARACTERS)
    refuse('/name', `must be at most ${MAX_SENDER_NAME_CHARACTERS} characters`);
  if (!isStorableText(name)) refuse('/name', NOT_STORABLE);
  if (members.length === 0) refuse('/members', 'must have at least one');
  if (members.length > MAX_SENDER_MEMBERS) refuse('/members', `must be at most ${MAX_SENDER_MEMBERS}`);
  const identities = members.map(({ identity }) => identity);
  const again = identities.find((identity, index) => identities.indexOf(identity) !== index);
  if (again !== undefined) refuse('/members', `${again} is named more than once`);
}

/** Builds the conditions of a sender: the account is open, and has the numbers among the members. */
function checksOf({ accountId, members }: Sender): Array<Part<Refusal>> {
  const numbers = members.map(({ identity }) => identity).filter(isOwnNumber);
  return [
    {
      write: { ConditionCheck: { Key: accountKey(accountId), ConditionExpression: ACCOUNT_IS_OPEN } },
      onFail: 'noSuchAccount',
    },
    ...numbers.map((number): Part<Refusal> => ({
      write: {
        ConditionCheck: {
          Key: accountNumberKey(accountId, number),
          ConditionExpression: 'attribute_exists(pk)',
        },
      },
      onFail: 'notAssigned',
    })),
  ];
}

const refused = (refusal: Refusal): ServiceError =>
  refusal === 'noSuchAccount'
    ? new ServiceError('NoSuchResource', { cause: 'account' })
    : new ServiceError('SenderNotAssigned');
