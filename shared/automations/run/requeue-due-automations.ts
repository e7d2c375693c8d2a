import { requeueDue } from '../../outbox/requeue-due';
import type { Platform } from '../../platform/platform';
import { automationItem } from '../record/automation';

/** Calls the workers of automations that are due. @returns their number */
export const requeueDueAutomations = (deps: Pick<Platform, 'table' | 'clock' | 'queues'>): Promise<number> =>
  requeueDue(deps, {
    kind: 'AUTOMATION',
    read: (item) => {
      const { id, accountId } = automationItem.read(item);
      return { id, accountId, key: automationItem.key({ accountId, id }), groupId: id };
    },
  });
