import { changesOfWhole } from '../../shared/audit/tell-changes';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { endpoint } from '../../shared/http/endpoint';
import validateCreate from '../../shared/platform/validation/generated/create-saved-reply';
import validateUpdate from '../../shared/platform/validation/generated/update-saved-reply';
import {
  changeSavedReply,
  createSavedReply,
  deleteSavedReply,
} from '../../shared/texts/change-saved-replies';
import { listSavedReplies, type SavedReply } from '../../shared/texts/saved-reply';
import * as routes from './saved-replies.routes';

/** Routes of the saved replies of the account. **Source:** rules 3.6, E6. */
export const SAVED_REPLY_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.listSavedReplies.route,
    handler: endpoint({
      route: routes.listSavedReplies.route,
      handle: async ({ platform, account }) => {
        const replies = await listSavedReplies(platform.table, account.id);
        return { status: 200, body: { results: replies.map(present) } };
      },
    }),
  },
  {
    route: routes.createSavedReply.route,
    handler: endpoint({
      route: routes.createSavedReply.route,
      validate: validateCreate,
      handle: async ({ platform, audit, account, body: content }) => {
        const reply = await createSavedReply(platform, {
          ...{ accountId: account.id, content },
          beforeWrite: (before, after) => audit.tell({ changes: changesOfWhole(before, after) }),
        });
        return { status: 201, body: present(reply) };
      },
    }),
  },
  {
    route: routes.updateSavedReply.route,
    handler: endpoint({
      route: routes.updateSavedReply.route,
      validate: validateUpdate,
      handle: async ({ platform, audit, account, pathParameters: { id: replyId = '' }, body }) => {
        const { version, ...changes } = body;
        const reply = await changeSavedReply(platform, {
          ...{ accountId: account.id, replyId, version, changes },
          beforeWrite: (before, after) =>
            audit.tell({ target: targetOf(replyId), changes: changesOfWhole(before, after) }),
        });
        return { status: 200, body: present(reply) };
      },
    }),
  },
  {
    route: routes.deleteSavedReply.route,
    handler: endpoint({
      route: routes.deleteSavedReply.route,
      handle: async ({ platform, audit, account, pathParameters: { id: replyId = '' } }) => {
        await deleteSavedReply(platform, {
          ...{ accountId: account.id, replyId },
          beforeWrite: (before, after) =>
            audit.tell({ target: targetOf(replyId), changes: changesOfWhole(before, after) }),
        });
        return { status: 204 };
      },
    }),
  },
];

const targetOf = (id: string) => ({ type: 'savedReply', id });

const present = ({ id, title, text, version, createdAt, updatedAt }: SavedReply) => ({
  ...{ id, title, text, version, createdAt, updatedAt },
});
