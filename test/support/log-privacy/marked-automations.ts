import {
  type Automation,
  automationItem,
  type AutomationStatus,
} from '../../../shared/automations/record/automation';
import { MARK, markedPhone } from './marks';
import type { MarkedWorld } from './marked-world';

const TEXT = `${MARK} {{contact_first_name}}`;
const AT = '2026-01-01T00:00:00.000Z';

/** Plan of an automation, as clients write it. */
const planOf = ({ from, groupId }: MarkedWorld) => ({
  ...{ name: `${MARK} automation`, from, purpose: 'informational' },
  ...{ trigger: { joined: groupId }, entry: 'always' },
  steps: [{ wait: { days: 1 } }, { send: { body: TEXT } }],
});

/** Builds a request of each route of automations that succeeds; another one of its own in each run. */
export function markedAutomations(world: MarkedWorld) {
  const { deps, accountId } = world;
  const automationIn = (status: AutomationStatus, body?: object) => (run: number) => {
    const automation = markedAutomation(world, { id: `aut_${run}`, status });
    return {
      prepare: () => deps.table.put({ Item: automationItem.item(automation, automation) }),
      pathParameters: { id: automation.id },
      body,
    };
  };
  /** An account has a limited number of automations. */
  const removeOthers = async () => {
    for (const { pk, sk } of await deps.table.queryAll({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': automationItem.key({ accountId, id: '' }).pk },
    }))
      await deps.table.delete({ Key: { pk, sk } });
  };
  return {
    createAutomation: () => ({ prepare: removeOthers, body: planOf(world) }),
    getAutomation: automationIn('draft'),
    listAutomationPeople: automationIn('running'),
    previewAutomation: automationIn('draft'),
    forecastAutomation: (run: number) => {
      const request = automationIn('draft')(run);
      const phoneNumber = markedPhone(90);
      return { ...request, pathParameters: { ...request.pathParameters, phoneNumber } };
    },
    updateAutomation: automationIn('draft', planOf(world)),
    deleteAutomation: automationIn('draft'),
    startAutomation: automationIn('draft'),
    approveAutomation: automationIn('awaitingApproval', { comment: MARK }),
    rejectAutomation: automationIn('awaitingApproval', { reason: MARK }),
    pauseAutomation: automationIn('running'),
    resumeAutomation: automationIn('paused'),
    stopAutomation: automationIn('running'),
  };
}

function markedAutomation(
  world: MarkedWorld,
  { id, status }: { id: string; status: AutomationStatus },
): Automation {
  const { accountId } = world;
  const versions = { version: 1, lastVersion: 1, ...(status !== 'draft' && { activeVersion: 1 }) };
  const times = { createdAt: AT, updatedAt: AT };
  const stored = { ...planOf(world), ...versions, ...times, id, accountId, status, revision: 1 };
  return automationItem.read({ ...automationItem.key({ accountId, id }), ...stored });
}
