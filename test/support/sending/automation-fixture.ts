import { findAccount } from '../../../shared/accounts/account-store';
import type { AccountSettings } from '../../../shared/accounts/create-account';
import { findSchema } from '../../../shared/audience/custom-fields/define-fields';
import { enterPeople } from '../../../shared/automations/enter';
import {
  createAutomation,
  startAutomation,
  updateAutomation,
} from '../../../shared/automations/plan/change-automation';
import { steerAutomation, type Steering } from '../../../shared/automations/plan/steer-automation';
import { countAutomation } from '../../../shared/automations/plan/count-automation';
import type { Automation } from '../../../shared/automations/record/automation';
import type { AutomationBody, AutomationPatch } from '../../../shared/automations/record/automation.schema';
import { findAutomationOrThrow } from '../../../shared/automations/record/automation-store';
import { findWays, type Person } from '../../../shared/automations/record/person';
import { requeueDueAutomations } from '../../../shared/automations/run/requeue-due-automations';
import { settleJob } from '../../../shared/automations/run/settle-job';
import { workAutomation } from '../../../shared/automations/run/work-automation';
import type { CampaignTask } from '../../../shared/outbox/relay-outbox';
import type { Table } from '../../../shared/platform/store/table';
import { type CampaignFixture, createCampaignFixture } from './campaign-fixture';

const LONG_ENOUGH_MS = 60_000;
const ACTOR = { kind: 'apiKey', id: 'key_1' } as const;

/** Account whose automation runs in simulated time. */
export interface AutomationFixture extends CampaignFixture {
  /** Creates and starts an automation of an event. */
  start(plan: Pick<AutomationBody, 'steps'> & Partial<AutomationBody>): Promise<Automation>;
  enter(automation: Automation, phone: string, entry: string): Promise<void>;
  steer(automation: Automation, step: Steering): Promise<Automation>;
  update(automation: Automation, patch: AutomationPatch): Promise<Automation>;
  read(automation: Automation): Promise<Automation>;
  ways(automation: Automation, phone: string): Promise<Person[]>;
  counts(automation: Automation): Promise<Record<string, number>>;
  /** Does what the message on the campaign queue asks for. */
  workTask(task: CampaignTask): Promise<void>;
  /** Works until no way of the phone waits. */
  runToEndOf(automation: Automation, phone: string): Promise<Person[]>;
}

export async function createAutomationFixture(
  table: Table,
  settings: Partial<AccountSettings> & { contacts?: number } = {},
): Promise<AutomationFixture> {
  const fixture = await createCampaignFixture(table, settings);
  const { accountId, deps, from } = fixture;
  const owner = async () => {
    const account = await findAccount(table, accountId);
    if (!account) throw new Error('No account');
    return { account, schema: await findSchema(table, accountId), actor: ACTOR };
  };
  const addressOf = ({ id: automationId }: Automation) => ({ accountId, automationId });
  const workTask = async ({ campaignId, jobId, outboxId }: CampaignTask) =>
    jobId === undefined
      ? workAutomation(deps, { accountId, automationId: campaignId, remainingMs: () => LONG_ENOUGH_MS })
      : settleJob(deps, { jobId, outboxId });
  fixture.work.current = workTask;
  const ways = (automation: Automation, phoneNumber: string) =>
    findWays(table, { ...addressOf(automation), phoneNumber });
  return {
    ...fixture,
    workTask,
    ways,
    start: async (plan) => {
      const body = {
        ...{ name: 'Orders', from, purpose: 'informational', entry: 'always' },
        trigger: { event: 'order' },
        ...plan,
      } satisfies AutomationBody;
      const { id: automationId } = await createAutomation(deps, { ...(await owner()), body });
      return startAutomation(deps, { ...(await owner()), automationId });
    },
    enter: async (automation, phoneNumber, entry) => {
      const causes = [{ phoneNumber, entry, automations: [automation] }];
      const [failed] = await enterPeople(deps, { accountId, causes });
      if (failed) throw failed.error;
    },
    steer: async ({ id: automationId }, step) =>
      steerAutomation(deps, { ...(await owner()), automationId, step }),
    update: async ({ id: automationId }, body) =>
      updateAutomation(deps, {
        ...(await owner()),
        ...{ automationId, body, checkMayStart: () => undefined },
      }),
    read: (automation) => findAutomationOrThrow(table, addressOf(automation)),
    counts: async (automation) => {
      const read = await findAutomationOrThrow(table, addressOf(automation));
      return (await countAutomation(table, read)).counts;
    },
    runToEndOf: async (automation, phone) => {
      await fixture.runUntil(async () => {
        await requeueDueAutomations(deps);
        return (await ways(automation, phone)).every(({ status }) => status !== 'waiting');
      });
      return ways(automation, phone);
    },
  };
}
