import { number, object, picklist, string } from 'valibot';
import { readAccount } from '../accounts/account';
import { ACCOUNT_IS_OPEN } from '../accounts/account-store';
import { INVITATION_LIFETIME_MS } from '../limits';
import { type Clock, epochMs, isoNow } from '../platform/clock';
import type { Ids } from '../platform/ids';
import { commit, required } from '../platform/store/commit';
import { defineItem, type ValueOf } from '../platform/store/define-item';
import {
  accountKey,
  invitationKey,
  invitationsPk,
  invitedKey,
  invitedPk,
  userKey,
} from '../platform/store/keys';
import type { Table, TransactItem } from '../platform/store/table';
import { type AdminRight, checkAdminRight, findAdminRight } from './admin-right';
import { type Role, ROLES } from './role';
import { memberItem, membershipItem, type User } from './user';
import { listMembers } from './user-store';

/**
 * Invitation of a person, by e-mail address, to an account. It gives no access until the person accepts it, and
 * contains no data of the person.
 */
const invitationItem = defineItem({
  entity: 'invitation',
  key: ({ accountId, id }: { accountId: string; id: string }) => invitationKey(accountId, id),
  value: object({
    id: string(),
    accountId: string(),
    /** Address in lower case. */
    email: string(),
    role: picklist(ROLES),
    /** E-mail address of the inviting user. */
    invitedBy: string(),
    inviterId: string(),
    createdAt: string(),
    expiresAt: string(),
    expiresAtEpochSeconds: number(),
  }),
});
export type Invitation = ValueOf<typeof invitationItem>;

/** Entry in the list of an e-mail address's invitations. */
const invitedItem = defineItem({
  entity: 'invited',
  key: ({ email, accountId }: { email: string; accountId: string }) => invitedKey(email, accountId),
  value: object({
    accountId: string(),
    invitationId: string(),
    expiresAt: string(),
    expiresAtEpochSeconds: number(),
  }),
});

type Deps = { table: Table; clock: Clock };

export type InvitationRefusal = 'alreadyMember' | 'alreadyInvited' | 'noOpenAccount';

/**
 * Invites a person to an account. Reads and writes are the same for the address of a user and for any other, so that
 * the response reveals nothing about users of other accounts.
 *
 * @param invitation.email in lower case
 *
 * **Source:** rules E6.
 */
export async function createInvitation(
  deps: Deps & { ids: Ids },
  invitation: { accountId: string; email: string; role: Role; invitedBy: string; inviterId: string },
): Promise<{ created: Invitation } | { refused: InvitationRefusal }> {
  const { accountId, email } = invitation;
  const members = await listMembers(deps.table, accountId);
  if (members.some(({ user }) => user.email === email)) return { refused: 'alreadyMember' };
  const nowMs = epochMs(deps.clock);
  const now = new Date(nowMs).toISOString();
  const expiresAtMs = nowMs + INVITATION_LIFETIME_MS;
  const expiry = {
    expiresAt: new Date(expiresAtMs).toISOString(),
    expiresAtEpochSeconds: Math.ceil(expiresAtMs / 1000),
  };
  const id = deps.ids.next('inv');
  const created = { id, ...invitation, createdAt: now, ...expiry };
  const result = await commit(deps.table, [
    {
      write: { ConditionCheck: { Key: accountKey(accountId), ConditionExpression: ACCOUNT_IS_OPEN } },
      onFail: 'noOpenAccount',
    },
    {
      write: {
        Put: {
          Item: invitedItem.item({ email, accountId }, { accountId, invitationId: id, ...expiry }),
          ConditionExpression: 'attribute_not_exists(pk) OR expiresAt <= :now',
          ExpressionAttributeValues: { ':now': now },
        },
      },
      onFail: 'alreadyInvited',
    },
    ...required([{ Put: { Item: invitationItem.item({ accountId, id }, created) } }]),
  ]);
  return result.committed ? { created } : { refused: result.refusal };
}

/** Lists the open invitations of an account, oldest first. */
export async function listInvitations(deps: Deps, accountId: string): Promise<Invitation[]> {
  const items = await deps.table.queryAll({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': invitationsPk(accountId) },
    ConsistentRead: true,
  });
  return items.map(invitationItem.read).filter((invitation) => isOpen(deps, invitation));
}

/** Invitation as the invited person sees it. */
export interface ReceivedInvitation extends Invitation {
  accountName: string;
  /** Right of the inviter. */
  right: AdminRight;
}

/**
 * Lists the invitations of an e-mail address to open accounts, by users who may still invite.
 *
 * @param email in lower case, verified as the person's own
 */
export async function listInvitationsOf(deps: Deps, email: string): Promise<ReceivedInvitation[]> {
  const { table } = deps;
  const entries = await table.queryAll({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': invitedPk(email) },
    ConsistentRead: true,
  });
  const invited = entries.map(invitedItem.read).filter((entry) => isOpen(deps, entry));
  const [invitations, accounts] = await Promise.all([
    table.batchGet(invited.map(({ accountId, invitationId: id }) => invitationKey(accountId, id))),
    table.batchGet(invited.map(({ accountId }) => accountKey(accountId))),
  ]);
  const received = await Promise.all(
    invited.map(async (_, index): Promise<ReceivedInvitation[]> => {
      const invitation = invitationItem.readIfAny(invitations[index]);
      const account = accounts[index] && readAccount(accounts[index]);
      if (!invitation || !account || account.closedAt !== undefined) return [];
      const { accountId, inviterId: userId } = invitation;
      const right = await findAdminRight(table, { accountId, userId });
      return right === undefined ? [] : [{ ...invitation, accountName: account.name, right }];
    }),
  );
  return received.flat();
}

const isOpen = ({ clock }: Deps, { expiresAt }: { expiresAt: string }) =>
  epochMs(clock) < Date.parse(expiresAt);

/**
 * Withdraws an invitation.
 *
 * @returns `undefined` when the account has no such open invitation
 */
export async function withdrawInvitation(
  deps: Deps,
  place: { accountId: string; id: string },
): Promise<Invitation | undefined> {
  const invitation = invitationItem.readIfAny(await deps.table.get(invitationItem.key(place)));
  if (!invitation || !isOpen(deps, invitation)) return undefined;
  const result = await commit(deps.table, takenParts(invitation));
  return result.committed ? invitation : undefined;
}

/**
 * Answers an invitation for the invited user: accepting it gives access to the account, declining it ends the
 * invitation.
 *
 * @param answer.email the address that the issuer has verified at the user's sign-in
 * @param answer.beforeWrite called with the invitation
 *
 * **Source:** rules E6.
 */
export async function answerInvitation(
  deps: Deps,
  answer: {
    id: string;
    email: string;
    user: User;
    isAccepted: boolean;
    beforeWrite?: (invitation: Invitation) => void;
  },
): Promise<{ answered: Invitation } | { refused: 'noInvitation' | 'alreadyMember' }> {
  const { id, email, user, isAccepted } = answer;
  const received = await listInvitationsOf(deps, email);
  const invitation = received.find((one) => one.id === id);
  if (!invitation) return { refused: 'noInvitation' };
  const { accountId, role, inviterId, right } = invitation;
  const place = { userId: user.id, accountId };
  // An administrator invited at another address of their own: a transaction can act only once on an item.
  if (isAccepted && right === 'admin' && inviterId === user.id) return { refused: 'alreadyMember' };
  answer.beforeWrite?.(invitation);
  const result = await commit(deps.table, [
    ...takenParts(invitation),
    ...(isAccepted
      ? [
          {
            write: { ConditionCheck: { Key: accountKey(accountId), ConditionExpression: ACCOUNT_IS_OPEN } },
            onFail: 'noInvitation' as const,
          },
          {
            write: checkAdminRight({ accountId, userId: inviterId, right }),
            onFail: 'noInvitation' as const,
          },
          {
            write: {
              ConditionCheck: { Key: userKey(user.id), ConditionExpression: 'attribute_exists(pk)' },
            },
            onFail: 'noInvitation' as const,
          },
          {
            write: {
              Put: {
                Item: membershipItem.item(place, { ...place, role, createdAt: isoNow(deps.clock) }),
                ConditionExpression: 'attribute_not_exists(pk)',
              },
            },
            onFail: 'alreadyMember' as const,
          },
          ...required([{ Put: { Item: memberItem.item(place, { userId: user.id }) } }]),
        ]
      : []),
  ]);
  return result.committed ? { answered: invitation } : { refused: result.refusal };
}

/** Builds the parts that delete an invitation, if it still exists. */
function takenParts({ id, accountId, email }: Invitation) {
  const stillThere: TransactItem = {
    Delete: {
      Key: invitationItem.key({ accountId, id }),
      ConditionExpression: 'attribute_exists(pk)',
    },
  };
  const listed: TransactItem = {
    Delete: {
      Key: invitedItem.key({ email, accountId }),
      ConditionExpression: 'invitationId = :id',
      ExpressionAttributeValues: { ':id': id },
    },
  };
  return [stillThere, listed].map((write) => ({ write, onFail: 'noInvitation' as const }));
}
