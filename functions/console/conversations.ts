import { findContact } from '../../shared/audience/contacts/find-contact';
import { readPhoneNumber } from '../../shared/audience/contacts/phone-number-parameter';
import { changesOfWhole } from '../../shared/audit/tell-changes';
import { ServiceError } from '../../shared/errors/service-error';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { endpoint } from '../../shared/http/endpoint';
import validateNote from '../../shared/platform/validation/generated/add-conversation-note';
import validateWriting from '../../shared/platform/validation/generated/note-writing';
import validateUpdate from '../../shared/platform/validation/generated/update-conversation';
import { changeConversation } from '../../shared/texts/change-conversation';
import { stateOf } from '../../shared/texts/conversation';
import { addNote } from '../../shared/texts/conversation-note';
import { noteWriting } from '../../shared/texts/conversation-writers';
import { listMembers } from '../../shared/users/user-store';
import * as routes from './conversations.routes';
import { presentAssignee, presentConversation, presentNote } from './present-conversation';

/** Routes by which the users of an account share its conversations. **Source:** rules 3.6, E6. */
export const CONVERSATION_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.listAssignees.route,
    handler: endpoint({
      route: routes.listAssignees.route,
      handle: async ({ platform, account }) => {
        const members = await listMembers(platform.table, account.id);
        return { status: 200, body: { results: members.map(presentAssignee) } };
      },
    }),
  },
  {
    route: routes.updateConversation.route,
    handler: endpoint({
      route: routes.updateConversation.route,
      validate: validateUpdate,
      handle: async ({ platform, audit, account, pathParameters, body }) => {
        const place = { accountId: account.id, phoneNumber: readPhoneNumber(pathParameters) };
        const changed = await changeConversation(platform, {
          ...place,
          change: body,
          beforeWrite: async (before, { assignee, state }) => {
            const { id } = (await findContact(platform.table, place)) ?? {};
            audit.tell({
              ...(id !== undefined && { target: { type: 'contact', id } }),
              changes: changesOfWhole(
                { assignee: assignee.from?.user.email, state: stateOf(before) },
                { assignee: assignee.to?.user.email, state },
              ),
            });
          },
        });
        return { status: 200, body: await presentConversation(platform.table, changed) };
      },
    }),
  },
  {
    route: routes.addConversationNote.route,
    handler: endpoint({
      route: routes.addConversationNote.route,
      validate: validateNote,
      handle: async ({ platform, audit, account, caller, pathParameters, body }) => {
        if (caller.type !== 'user') throw new Error('Only users write notes');
        const place = { accountId: account.id, phoneNumber: readPhoneNumber(pathParameters) };
        const { id } = (await findContact(platform.table, place)) ?? {};
        // The text of a note is in no log.
        audit.tell({ ...(id !== undefined && { target: { type: 'contact', id } }) });
        const note = await addNote(platform, {
          ...{ ...place, ...body, retentionDays: account.retentionDays },
          by: { id: caller.id, email: caller.email },
        });
        return { status: 201, body: presentNote(note) };
      },
    }),
  },
  {
    route: routes.noteWriting.route,
    handler: endpoint({
      route: routes.noteWriting.route,
      validate: validateWriting,
      handle: async ({ platform, account, caller, pathParameters, body }) => {
        const place = { accountId: account.id, phoneNumber: readPhoneNumber(pathParameters) };
        const writers = await noteWriting(platform, { ...place, userId: caller.id, ...body });
        if (!writers) throw new ServiceError('NoSuchResource', { cause: 'conversation' });
        return { status: 200, body: { writers: writers.map(presentAssignee) } };
      },
    }),
  },
];
