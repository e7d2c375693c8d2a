import { type InferOutput, object, optional, picklist, string } from 'valibot';
import { LOOK_UP_DOLLARS, LOOK_UP_KEPT_DAYS } from '../../limits';
import { LINE_TYPES, type LineType } from '../../platform/provider/port';

/** Reasons for which a number is set aside. **Source:** rules E11, E11.1. */
export const SET_ASIDE_REASONS = ['failures', 'landline', 'invalid'] as const;
type SetAsideReason = (typeof SET_ASIDE_REASONS)[number];

/** Look-up of a number at the provider. **Source:** rules E11.1. */
export const LOOKED_UP = object({
  /** ISO time. */
  at: string(),
  lineType: picklist(LINE_TYPES),
  /** ISO time at which a person put the number back that this look-up had set aside. */
  putBackAt: optional(string()),
});
type LookedUp = InferOutput<typeof LOOKED_UP>;

const KEPT_MS = LOOK_UP_KEPT_DAYS * 24 * 60 * 60_000;

/** Part of a contact on which it depends whether its number is looked up. */
export interface LookUpState {
  likelyOptOut?: object | undefined;
  setAsideAt?: string | undefined;
  setAsideReason?: SetAsideReason | undefined;
  lookedUp?: LookedUp | undefined;
}
export const LOOK_UP_PARTS = ['likelyOptOut', 'setAsideAt', 'setAsideReason', 'lookedUp'] as const;

/**
 * Returns true when the number of a contact, whom the gate allows, is looked up before its next text: it was not within
 * 90 days, and nothing else leaves it out. A number that a look-up set aside is looked up again then: it may have changed.
 *
 * **Source:** rules E11.1.
 */
export function isLookUpDue(contact: LookUpState, nowMs: number): boolean {
  const { likelyOptOut, setAsideAt, setAsideReason, lookedUp } = contact;
  if (likelyOptOut !== undefined) return false;
  if (setAsideAt !== undefined && setAsideReason === 'failures') return false;
  return lookedUp === undefined || Date.parse(lookedUp.putBackAt ?? lookedUp.at) + KEPT_MS <= nowMs;
}

/** Attributes of a contact that a look-up changes; `undefined` removes one. */
type LookUpChange = { lookedUp: LookedUp } & Pick<LookUpState, 'setAsideAt' | 'setAsideReason'>;

/**
 * Returns what the look-up of a number changes. A landline or an invalid number is set aside; one that a look-up set aside
 * before, and that takes texts now, is put back.
 *
 * @param found.at ISO time
 */
export function changeByLookUp(
  contact: LookUpState,
  found: { lineType: LineType; at: string },
): LookUpChange {
  const { lineType, at } = found;
  const lookedUp = { at, lineType };
  const isAside = contact.setAsideAt !== undefined;
  if (lineType === 'landline' || lineType === 'invalid')
    return { lookedUp, setAsideReason: lineType, setAsideAt: at };
  return isAside && contact.setAsideReason !== 'failures'
    ? { lookedUp, setAsideAt: undefined, setAsideReason: undefined }
    : { lookedUp };
}

/** Price of look-ups, in the form of previews. */
export interface LookUpsToCome {
  count: number;
  /** AWS's charge, in US dollars. */
  price: number;
}

/** Returns the look-ups of a preview and their price; nothing when there are none. **Source:** rules E11.1. */
export const presentLookUps = (count: number): { lookups?: LookUpsToCome } =>
  count > 0 ? { lookups: { count, price: Math.round(count * LOOK_UP_DOLLARS * 1_000) / 1_000 } } : {};
