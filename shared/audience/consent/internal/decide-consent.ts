import { ServiceError } from '../../../errors/service-error';
import type { Group } from '../../groups/group';
import { findDeletedGroups, findGroups } from '../../groups/group-store';
import {
  type ConsentState,
  decideTransition,
  type Effect,
  type Transition,
  type Trigger,
} from '../../groups/membership-transitions';
import type { Table } from '../../../platform/store/table';

/** Groups of the effects of a transition. */
export interface EffectGroups {
  /** Groups that have a counter. */
  live: ReadonlyMap<string, Group>;
  /**
   * Groups with a name for log and events. They include groups whose deletion is in progress, which contacts can only
   * leave.
   */
  named: ReadonlyMap<string, Group>;
}

/**
 * Decides what a trigger changes in a contact's memberships, with the current groups. No contact joins a group that is
 * deleted or being deleted: a `YES` does not confirm it, and the deletion removes the pending membership.
 *
 * @param options.known groups as just read, which saves reading them again
 * @throws ServiceError GroupNotFound for an enrolment in such a group
 */
export async function decideConsent(
  table: Table,
  options: {
    accountId: string;
    state: ConsentState;
    trigger: Trigger;
    at: string;
    known: ReadonlyMap<string, Group> | undefined;
  },
): Promise<{ transition: Transition; groups: EffectGroups }> {
  const { accountId, state, trigger, at, known } = options;
  const transition = decideTransition(state, trigger, at);
  if (transition.outcome !== 'changed') return { transition, groups: NO_GROUPS };
  const groups = known
    ? { live: known, named: known }
    : await findEffectGroups(table, { accountId, effects: transition.effects });
  const gone = joinedGroups(transition.effects).filter((groupId) => !groups.live.has(groupId));
  if (gone.length === 0) return { transition, groups };
  if (trigger.type === 'enrol') throw new ServiceError('GroupNotFound');
  return { transition: decideWithout(gone, { state, trigger, at }), groups };
}

const NO_GROUPS: EffectGroups = { live: new Map(), named: new Map() };

/** Finds the groups that effects name: those that are live, and the names of all. */
export async function findEffectGroups(
  table: Table,
  { accountId, effects }: { accountId: string; effects: Effect[] },
): Promise<EffectGroups> {
  const groupIds = [...new Set(effects.flatMap((effect) => ('groupId' in effect ? [effect.groupId] : [])))];
  if (groupIds.length === 0) return NO_GROUPS;
  const live = await findGroups(table, { accountId, groupIds });
  const others = groupIds.filter((groupId) => !live.has(groupId));
  return {
    live,
    named: new Map([...live, ...(await findDeletedGroups(table, { accountId, groupIds: others }))]),
  };
}

function joinedGroups(effects: Effect[]): string[] {
  return effects.flatMap((effect) => {
    const joins = effect.type === 'optedIn' || effect.type === 'confirmationRequested';
    return joins ? [effect.groupId] : [];
  });
}

/** Decides as if the contact had no pending membership in these groups; it keeps those that it has. */
function decideWithout(
  groupIds: string[],
  { state, trigger, at }: { state: ConsentState; trigger: Trigger; at: string },
): Transition {
  const pending = Object.entries(state.pendingMemberships);
  const kept = Object.fromEntries(pending.filter(([groupId]) => groupIds.includes(groupId)));
  const others = Object.fromEntries(pending.filter(([groupId]) => !groupIds.includes(groupId)));
  const transition = decideTransition({ ...state, pendingMemberships: others }, trigger, at);
  if (transition.outcome !== 'changed') return transition;
  const pendingMemberships = { ...transition.state.pendingMemberships, ...kept };
  return { ...transition, state: { ...transition.state, pendingMemberships } };
}
