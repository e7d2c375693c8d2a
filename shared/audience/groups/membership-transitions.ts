import { ServiceError } from '../../errors/service-error';
import type { Contact, HardOptOut, LikelyOptOut, OptOutSource } from '../contacts/contact';
import { countConfirmationText } from './internal/confirmation-limit';
import type { OptInMode } from './opt-in-mode';

/** Memberships and opt-out of a contact, as its item stores them. */
export type ConsentState = Pick<
  Contact,
  'memberships' | 'pendingMemberships' | 'hardOptOut' | 'likelyOptOut' | 'confirmationTexts'
>;

/** State of a contact that is not stored. */
export const NO_CONSENT: ConsentState = { memberships: {}, pendingMemberships: {}, hardOptOut: undefined };

/** Source of an opt-in: a text of the contact, or a form that the operator reports. */
export type OptInSource = 'yes' | 'start' | 'unstop' | 'form';

/**
 * Trigger of a change of consent. `saidAt` is the ISO time at which the contact sent the text, which may be long before
 * it is processed.
 */
export type Trigger =
  /** `POST` membership, in a mode that the account may use. */
  | { type: 'enrol'; groupId: string; optInMode: OptInMode }
  /** `DELETE` membership. */
  | { type: 'remove'; groupId: string }
  /** Refusal of all messages by the contact: from now on nothing is sent to it, and it leaves its groups. */
  | {
      type: 'optOut';
      source: OptOutSource;
      evidence?: string | undefined;
      saidAt?: string | undefined;
      /** True for an opt-out from a file, which may be imported again. */
      isImported?: boolean;
    }
  /** Removal of a hard-opted-out contact from up to `most` of its groups. */
  | { type: 'leaveGroups'; most: number }
  | { type: 'optIn'; source: OptInSource; saidAt?: string | undefined }
  /** Text of the contact that likely is a refusal. */
  | { type: 'likelyOptOut'; likelyOptOut: LikelyOptOut }
  /** Decision of a reviewer that it is not one. */
  | { type: 'dismissLikelyOptOut' };

export type RemovalReason = 'MANUAL_REMOVAL' | 'STOP' | 'KIOSK' | 'CARRIER' | 'IMPORT';

export type Effect =
  | { type: 'optedIn'; groupId: string; optInMode: OptInMode }
  | { type: 'optedOut'; groupId: string; reason: RemovalReason }
  | { type: 'confirmationRequested'; groupId: string }
  | { type: 'pendingRemoved'; groupId: string; reason: RemovalReason }
  /** The opt-in message is sent only when the group has one. */
  | { type: 'textDue'; groupId: string; purpose: 'optInMessage' | 'optInConfirmation' }
  | { type: 'hardOptedOut'; source: OptOutSource }
  /** Another opt-out with another source or evidence, which is only logged. */
  | { type: 'refusedAgain'; source: OptOutSource }
  | { type: 'optOutLifted'; source: OptInSource }
  | { type: 'likelyOptOut' }
  | { type: 'likelyOptOutDismissed' };

export type Transition =
  | { outcome: 'changed'; state: ConsentState; effects: Effect[] }
  | { outcome: 'unchanged' }
  | RefusedTransition;

type RefusedTransition =
  | { outcome: 'refused'; error: 'ContactHardOptedOut' | 'PendingElsewhere' }
  | { outcome: 'refused'; error: 'OptInRequestLimit'; retryAfterSeconds: number };

/** Returns the error of a refused transition. */
export function refusedTransition(transition: RefusedTransition): ServiceError {
  if (transition.error !== 'OptInRequestLimit') return new ServiceError(transition.error);
  const { retryAfterSeconds } = transition;
  return new ServiceError('OptInRequestLimit', { cause: 'contact', retryAfterSeconds });
}

/**
 * Clock difference between the queue, which dates texts, and the service, which dates memberships: a reply can appear
 * this much too early.
 */
const CLOCKS_DIFFER_BY_MS = 5_000;

const REASON_BY_SOURCE = { stop: 'STOP', kiosk: 'KIOSK', carrier: 'CARRIER', import: 'IMPORT' } as const;

/**
 * Returns the memberships of a contact after a trigger, and the effects of the change.
 *
 * @param at ISO time of the change
 *
 * **Source:** rules 3.3, 3.4, E7.
 */
export function decideTransition(state: ConsentState, trigger: Trigger, at: string): Transition {
  switch (trigger.type) {
    case 'enrol':
      return decideEnrolment(state, trigger, at);
    case 'remove':
      return decideRemoval(state, trigger.groupId);
    case 'optOut':
      return decideOptOut(state, trigger, at);
    case 'leaveGroups':
      return decideLeaving(state, trigger.most);
    case 'optIn':
      return decideOptIn(state, trigger, at);
    case 'likelyOptOut':
      // The reviewer decides on the first text; later ones change nothing.
      if (state.hardOptOut || state.likelyOptOut) return { outcome: 'unchanged' };
      return changed({ ...state, likelyOptOut: trigger.likelyOptOut }, [{ type: 'likelyOptOut' }]);
    case 'dismissLikelyOptOut':
      if (!state.likelyOptOut) return { outcome: 'unchanged' };
      return changed({ ...state, likelyOptOut: undefined }, [{ type: 'likelyOptOutDismissed' }]);
  }
}

/** Returns true when the contact has opted out and is still in groups. */
export function isLeavingGroups(state: ConsentState): boolean {
  return state.hardOptOut !== undefined && Object.keys(state.memberships).length > 0;
}

function decideEnrolment(
  state: ConsentState,
  { groupId, optInMode }: { groupId: string; optInMode: OptInMode },
  at: string,
): Transition {
  const status = statusIn(state, groupId);
  const isPendingElsewhere = Object.keys(state.pendingMemberships).some((pendingId) => pendingId !== groupId);

  if (state.hardOptOut) return { outcome: 'refused', error: 'ContactHardOptedOut' };
  if (status === 'active') return { outcome: 'unchanged' };
  if (isPendingElsewhere) return { outcome: 'refused', error: 'PendingElsewhere' };

  const optedIn: Effect = { type: 'optedIn', groupId, optInMode };
  switch (optInMode) {
    case 'DIRECT':
      return changed(activate(state, groupId, at), [
        optedIn,
        { type: 'textDue', groupId, purpose: 'optInMessage' },
      ]);
    case 'SILENT':
      return changed(activate(state, groupId, at), [optedIn]);
    case 'CONFIRM': {
      if (status === 'pending') return { outcome: 'unchanged' };
      const counted = countConfirmationText(state.confirmationTexts, { groupId, at });
      if ('retryAfterSeconds' in counted)
        return { outcome: 'refused', error: 'OptInRequestLimit', ...counted };
      const pendingMemberships = { ...state.pendingMemberships, [groupId]: { pendingSince: at } };
      return changed({ ...state, ...counted, pendingMemberships }, [
        { type: 'confirmationRequested', groupId },
        { type: 'textDue', groupId, purpose: 'optInConfirmation' },
      ]);
    }
  }
}

function decideRemoval(state: ConsentState, groupId: string): Transition {
  switch (statusIn(state, groupId)) {
    case 'notMember':
      return { outcome: 'unchanged' };
    case 'pending':
      return changed({ ...state, pendingMemberships: without(state.pendingMemberships, [groupId]) }, [
        { type: 'pendingRemoved', groupId, reason: 'MANUAL_REMOVAL' },
      ]);
    case 'active':
      return changed({ ...state, memberships: without(state.memberships, [groupId]) }, [
        { type: 'optedOut', groupId, reason: reasonOfLeaving(state.hardOptOut) },
      ]);
  }
}

function decideOptOut(
  state: ConsentState,
  { source, evidence, saidAt, isImported = false }: Extract<Trigger, { type: 'optOut' }>,
  at: string,
): Transition {
  const refusedAt = saidAt ?? at;
  if (state.hardOptOut) {
    const first = state.hardOptOut;
    // Each import of a file repeats its opt-outs, so that only a later date is new.
    if (isImported && (saidAt === undefined || saidAt <= refusedLastAt(first)))
      return { outcome: 'unchanged' };
    const isNewer = refusedAt > refusedLastAt(first);
    const saysMore = source !== first.source || (evidence !== undefined && evidence !== first.evidence);
    if (!isNewer && !saysMore && !state.likelyOptOut) return { outcome: 'unchanged' };
    const hardOptOut = isNewer ? { ...first, againAt: refusedAt } : first;
    return changed(
      { ...state, hardOptOut, likelyOptOut: undefined },
      saysMore ? [{ type: 'refusedAgain', source }] : [],
    );
  }
  const pendingRemoved = Object.keys(state.pendingMemberships)
    .sort()
    .map((groupId): Effect => ({
      type: 'pendingRemoved',
      groupId,
      reason: REASON_BY_SOURCE[source],
    }));
  return changed(
    {
      ...state,
      pendingMemberships: {},
      likelyOptOut: undefined,
      hardOptOut: { at: refusedAt, source, ...(evidence !== undefined && { evidence }) },
    },
    [{ type: 'hardOptedOut', source }, ...pendingRemoved],
  );
}

const refusedLastAt = ({ at, againAt }: HardOptOut) => againAt ?? at;

function decideLeaving(state: ConsentState, most: number): Transition {
  if (!isLeavingGroups(state)) return { outcome: 'unchanged' };
  // A stored map has no order, so the ids are sorted.
  const groupIds = Object.keys(state.memberships).sort().slice(0, most);
  return changed(
    { ...state, memberships: without(state.memberships, groupIds) },
    groupIds.map((groupId) => ({ type: 'optedOut', groupId, reason: reasonOfLeaving(state.hardOptOut) })),
  );
}

/** Decides an opt-in. The contact does not return to its old groups; only `YES` confirms pending memberships. */
function decideOptIn(
  state: ConsentState,
  { source, saidAt }: Extract<Trigger, { type: 'optIn' }>,
  at: string,
): Transition {
  // A text that arrives late, or twice, does not undo a later opt-out.
  if (state.hardOptOut && refusedLastAt(state.hardOptOut) > (saidAt ?? at)) return { outcome: 'unchanged' };
  const confirmed = source === 'yes' ? askedBefore(state, saidAt ?? at) : [];
  if (!state.hardOptOut && confirmed.length === 0) return { outcome: 'unchanged' };
  let next: ConsentState = { ...state, hardOptOut: undefined };
  for (const groupId of confirmed) next = activate(next, groupId, at);
  return changed(next, [
    ...(state.hardOptOut ? [{ type: 'optOutLifted' as const, source }] : []),
    ...confirmed.map((groupId) => ({ type: 'optedIn' as const, groupId, optInMode: 'CONFIRM' as const })),
  ]);
}

/** Returns the groups that a text of that time can confirm: a late text does not confirm a later request. */
function askedBefore({ pendingMemberships }: ConsentState, saidAt: string): string[] {
  const latestMs = Date.parse(saidAt) + CLOCKS_DIFFER_BY_MS;
  return Object.entries(pendingMemberships)
    .filter(([, { pendingSince }]) => Date.parse(pendingSince) <= latestMs)
    .map(([groupId]) => groupId)
    .sort();
}

function statusIn(state: ConsentState, groupId: string): 'notMember' | 'pending' | 'active' {
  if (Object.hasOwn(state.memberships, groupId)) return 'active';
  return Object.hasOwn(state.pendingMemberships, groupId) ? 'pending' : 'notMember';
}

function activate(state: ConsentState, groupId: string, at: string): ConsentState {
  return {
    ...state,
    memberships: {
      ...state.memberships,
      [groupId]: { optInAt: at, tagIds: state.pendingMemberships[groupId]?.tagIds ?? [] },
    },
    pendingMemberships: without(state.pendingMemberships, [groupId]),
  };
}

/**
 * Returns the reason for leaving a group: an opted-out contact leaves because of the opt-out, also when a request
 * removes it.
 */
function reasonOfLeaving(hardOptOut: HardOptOut | undefined): RemovalReason {
  return hardOptOut ? REASON_BY_SOURCE[hardOptOut.source] : 'MANUAL_REMOVAL';
}

function without<Value>(values: Record<string, Value>, removed: string[]): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !removed.includes(key)));
}

const changed = (state: ConsentState, effects: Effect[]): Transition => ({
  outcome: 'changed',
  state,
  effects,
});
