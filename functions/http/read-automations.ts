import { readSchema } from '../../shared/audience/custom-fields/custom-field-schema';
import {
  listPeople,
  presentPerson,
  readPersonStatus,
  readRun,
  readStep,
} from '../../shared/automations/plan/list-people';
import { listAutomations, readAutomationStatus } from '../../shared/automations/plan/list-automations';
import { countAutomation } from '../../shared/automations/plan/count-automation';
import { presentAutomation } from '../../shared/automations/plan/present-automation';
import { findAutomationOrThrow } from '../../shared/automations/record/automation-store';
import { byRoute } from '../../shared/http/by-route';
import { endpoint } from '../../shared/http/endpoint';
import { readListPage, writeListCursor } from '../../shared/lists/list-query';
import { schemaKey } from '../../shared/platform/store/keys';
import * as routes from './automations.routes';

/** GET /api/v1/automations. **Source:** rules E1, E10. */
const list = endpoint({
  route: routes.listAutomations,
  prefetch: ({ accountId }) => ({ schema: schemaKey(accountId) }),
  handle: async ({ platform: { table }, account, query, prefetched }) => {
    const { id: accountId } = account;
    const scope = { accountId, list: 'automations', filter: { status: query.status } };
    const page = readListPage(query, scope);
    const status = readAutomationStatus(query.status);
    const { automations, nextCursor } = await listAutomations(table, { accountId, status, page, scope });
    const schema = readSchema(prefetched.schema);
    const results = await Promise.all(
      automations.map(async (automation) =>
        presentAutomation(automation, { schema, counted: await countAutomation(table, automation) }),
      ),
    );
    return { status: 200, body: { results, nextCursor } };
  },
});

/** GET /api/v1/automations/{id}. **Source:** rules E10. */
const get = endpoint({
  route: routes.getAutomation,
  prefetch: ({ accountId }) => ({ schema: schemaKey(accountId) }),
  handle: async ({ platform: { table }, account, pathParameters: { id = '' }, prefetched }) => {
    const automation = await findAutomationOrThrow(table, { accountId: account.id, automationId: id });
    const counted = await countAutomation(table, automation);
    const schema = readSchema(prefetched.schema);
    return { status: 200, body: presentAutomation(automation, { schema, counted }) };
  },
});

/** GET /api/v1/automations/{id}/people. **Source:** rules E1, E10. */
const listOfPeople = endpoint({
  route: routes.listAutomationPeople,
  handle: async ({ platform: { table }, account, pathParameters: { id: automationId = '' }, query }) => {
    const { id: accountId } = account;
    const { status: statusText, run: runText, step: stepText } = query;
    const filter = { status: statusText, run: runText, step: stepText };
    const scope = { accountId, list: `people ${automationId}`, filter };
    const { limit, place } = readListPage(query, scope);
    const status = readPersonStatus(statusText);
    const run = readRun(runText);
    const step = readStep(stepText);
    await findAutomationOrThrow(table, { accountId, automationId });
    const { people, next } = await listPeople(table, {
      ...{ accountId, automationId, status, run, step },
      ...{ limit, place },
    });
    const nextCursor = next === undefined ? undefined : writeListCursor(scope, next);
    return { status: 200, body: { results: people.map(presentPerson), nextCursor } };
  },
});

/** The routes that read automations. */
export const handler = byRoute([
  { route: routes.listAutomations, handler: list },
  { route: routes.getAutomation, handler: get },
  { route: routes.listAutomationPeople, handler: listOfPeople },
]);
