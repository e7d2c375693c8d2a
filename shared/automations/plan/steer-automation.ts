import type { Account } from '../../accounts/account';
import { isoNow } from '../../platform/clock';
import { awaitHandOvers, findHandingOver } from '../../sending/jobs/results/await-hand-overs';
import { type Automation, isAtWork } from '../record/automation';
import { findAutomationJobs } from '../record/automation-job';
import { findVersions } from '../record/automation-store';
import { activate, change, type ChangeDeps, needsApproval } from './internal/change-stored';
import { setSends } from '../set-sends';

export type Steering = 'pause' | 'resume' | 'stop';

/**
 * Pauses, resumes or stops an automation. A repeated step changes nothing. A pause and a stop wait while more send
 * batches are in flight than may be sent after the answer.
 *
 * @throws ServiceError NoSuchResource, InvalidState
 *
 * **Source:** rules E10.4.
 */
export async function steerAutomation(
  deps: ChangeDeps,
  request: { account: Account; automationId: string; step: Steering },
): Promise<Automation> {
  const { step, account } = request;
  const automation = await change(deps, request, (current) =>
    Promise.resolve(steer(step, current, { clock: deps.clock, account })),
  );
  const { accountId, id: automationId } = automation;
  if (automation.activeVersion === undefined) return automation;
  await setSends(deps, automation, await findVersions(deps.table, { accountId, automationId }));
  if (step !== 'resume') {
    const jobIds = await findAutomationJobs(deps.table, { accountId, automationId });
    await awaitHandOvers(deps, await findHandingOver(deps.table, jobIds));
  }
  return automation;
}

function steer(
  step: Steering,
  automation: Automation,
  { clock, account }: Pick<ChangeDeps, 'clock'> & { account: Account },
): Automation | 'done' | 'refused' {
  const { status } = automation;
  switch (step) {
    case 'pause':
      if (status === 'paused') return 'done';
      // The approved version of one whose change awaits its approval is at work.
      return isAtWork(automation) ? { ...automation, status: 'paused' } : 'refused';
    case 'resume':
      if (isAtWork(automation)) return 'done';
      return status === 'paused' ? resume(automation, { clock, account }) : 'refused';
    case 'stop':
      if (status === 'stopped') return 'done';
      if (status === 'draft') return 'refused';
      return { ...automation, status: 'stopped', stoppedAt: isoNow(clock) };
  }
}

function resume(
  automation: Automation,
  { clock, account }: Pick<ChangeDeps, 'clock'> & { account: Account },
): Automation {
  if (!isPending(automation)) return { ...automation, status: 'running' };
  return needsApproval(account)
    ? { ...automation, status: 'awaitingApproval' }
    : activate({ clock }, { ...automation, status: 'running' });
}

/** Returns true for a change that people do not enter yet: it was made during a pause, or awaits its approval. */
const isPending = ({ version, activeVersion }: Automation) =>
  activeVersion !== undefined && version !== activeVersion;
