import { isGroupId } from '../../shared/audience/groups/group-id';
import { changesOfWhole } from '../../shared/audit/tell-changes';
import { invalidRequest, ServiceError } from '../../shared/errors/service-error';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { endpoint } from '../../shared/http/endpoint';
import { presentKeyword, readWord } from '../../shared/inbound/account-keyword';
import { deleteKeyword, listKeywords, setKeyword } from '../../shared/inbound/change-keywords';
import validateSet from '../../shared/platform/validation/generated/set-keyword';
import * as routes from './keywords.routes';

/** Routes of the keywords of the account. **Source:** rules 3.3, E6. */
export const KEYWORD_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.listKeywords.route,
    handler: endpoint({
      route: routes.listKeywords.route,
      handle: async ({ platform, account }) => {
        const keywords = await listKeywords(platform.table, account.id);
        return { status: 200, body: { results: keywords.map(presentKeyword) } };
      },
    }),
  },
  {
    route: routes.setKeyword.route,
    handler: endpoint({
      route: routes.setKeyword.route,
      validate: validateSet,
      handle: async ({ platform, audit, account, body: { group: groupId, ...others } }) => {
        if (groupId !== undefined && !isGroupId(groupId)) throw new ServiceError('InvalidGroupId');
        const keyword = await setKeyword(platform, {
          account,
          keyword: { ...others, groupId },
          beforeWrite: (before, after) =>
            audit.tell({ target: targetOf(others.word), changes: changesOfWhole(before, after) }),
        });
        return { status: 200, body: presentKeyword(keyword) };
      },
    }),
  },
  {
    route: routes.deleteKeyword.route,
    handler: endpoint({
      route: routes.deleteKeyword.route,
      handle: async ({ platform, audit, account, query: { word, number } }) => {
        if (word === undefined) throw invalidRequest({ pointer: '?word', reason: 'must be given' });
        await deleteKeyword(platform, {
          ...{ accountId: account.id, word, number },
          beforeWrite: (before) => audit.tell({ target: targetOf(word), changes: changesOfWhole(before) }),
        });
        return { status: 204 };
      },
    }),
  },
];

const targetOf = (word: string) => ({ type: 'keyword', id: readWord(word) ?? word });
