import { nextOpening } from '../../../../shared/calendar/hours';
import { legalHours } from '../../../../shared/campaigns/timing/legal-hours';
import type { AccountSettings, Contact } from '../../api/schemas';
import { describeLikelyOptOut } from '../../conversation/describe-likely-opt-out';
import { formatDateTime } from '../../format/dates';

/** Answers of the service that tell if texts reach a contact. */
interface Facts {
  contact: Pick<
    Contact,
    | 'phoneNumber'
    | 'optedOutAt'
    | 'setAsideAt'
    | 'setAsideReason'
    | 'groups'
    | 'pendingGroups'
    | 'tz'
    | 'address'
  >;
  /** Reason of the opt-out in the consent history, such as `STOP`; absent while it is not known. */
  optOutReason: string | undefined;
  /** Time of a text that is likely an opt-out. */
  likelyOptOutAt: string | undefined;
  /** Absent while they are not known. */
  settings: Pick<AccountSettings, 'legalHours' | 'timeZone'> | undefined;
  nowMs: number;
}

/** Reason why some or all texts do not reach a contact, with what to do next. */
export interface Obstacle {
  kind: 'optedOut' | 'notConfirmed' | 'noGroup' | 'likelyOptOut' | 'setAside' | 'closedHours';
  header: string;
  text: string;
}

/** Lists what keeps texts from a contact, what concerns most texts first; empty when all texts reach it. */
export function obstaclesOf({ contact, optOutReason, likelyOptOutAt, settings, nowMs }: Facts): Obstacle[] {
  const { optedOutAt, setAsideAt, groups, pendingGroups } = contact;
  // An opt-out ends every membership: the next step is its own alone.
  if (optedOutAt !== undefined) return [optOut(optedOutAt, optOutReason), ...setAside(contact)];
  if (groups.length === 0) return [noGroup(pendingGroups), ...setAside(contact)];
  return [
    ...(likelyOptOutAt === undefined
      ? []
      : [{ kind: 'likelyOptOut' as const, ...describeLikelyOptOut(likelyOptOutAt) }]),
    ...setAside(contact),
    // The hours are of no interest while no marketing text goes out at all.
    ...(likelyOptOutAt === undefined && setAsideAt === undefined && settings?.legalHours === true
      ? closedHours(contact, { accountZone: settings.timeZone, nowMs })
      : []),
  ];
}

const OPT_OUTS: Record<string, string> = {
  STOP: ', by a text with STOP',
  KIOSK: ': the person told you',
  CARRIER: ': the carrier reported it',
  IMPORT: ', by an import',
};

const optOut = (at: string, reason = ''): Obstacle => ({
  kind: 'optedOut',
  header: `Opted out on ${formatDateTime(at)}${OPT_OUTS[reason] ?? ''}`,
  text:
    'No text is sent to this contact. Only the contact can opt in again: by a text with START, or by a form that an ' +
    'administrator records here with “Lift the opt-out”.',
});

function noGroup(pendingGroups: Contact['pendingGroups']): Obstacle {
  const [asked] = pendingGroups;
  if (asked === undefined) {
    return {
      kind: 'noGroup',
      header: 'Cannot be texted yet: not opted in',
      text: 'A contact gets texts once it is a member of a group. Add it to one: with its consent, or by asking it in a text.',
    };
  }
  return {
    kind: 'notConfirmed',
    header: `Cannot be texted yet: asked to confirm “${asked.name}” on ${formatDateTime(asked.pendingSince)}`,
    text: 'The contact becomes a member when it answers YES. If it has consented otherwise, add it with its consent.',
  };
}

function setAside({ setAsideAt, setAsideReason }: Facts['contact']): Obstacle[] {
  if (setAsideAt === undefined) return [];
  const at = formatDateTime(setAsideAt);
  const [header, why] = SET_ASIDE[setAsideReason ?? 'failures'];
  return [
    {
      kind: 'setAside',
      header: header(at),
      text: `${why} Broadcasts, batches, campaigns and automations leave it out until it is put back.`,
    },
  ];
}

const SET_ASIDE: Record<NonNullable<Contact['setAsideReason']>, [(at: string) => string, string]> = {
  landline: [
    (at) => `Landline, found on ${at}: texts cannot arrive`,
    'Ask for a mobile number. If the carrier look-up is wrong, put the number back.',
  ],
  invalid: [
    (at) => `Not a valid number, found on ${at}: texts cannot arrive`,
    'Compare the number with its source. If the carrier look-up is wrong, put the number back.',
  ],
  failures: [
    (at) => `Set aside on ${at}`,
    'Three texts in a row failed because the number is not valid. If it is in use again, put it back.',
  ],
};

function closedHours(
  { phoneNumber, tz, address }: Facts['contact'],
  { accountZone, nowMs }: { accountZone: string | undefined; nowMs: number },
): Obstacle[] {
  const where = { phoneNumber, tz, postalCode: address?.postalCode, country: address?.country };
  const opening = nextOpening(legalHours(where, accountZone), nowMs);
  if (opening === nowMs) return [];
  const until = opening === undefined ? 'the hours open' : formatDateTime(new Date(opening).toISOString());
  return [
    {
      kind: 'closedHours',
      header: `Marketing texts wait until ${until}`,
      text: 'It is outside the legal hours of the contact. Marketing campaigns and automations go on by themselves then; informational texts and answers go out now.',
    },
  ];
}
