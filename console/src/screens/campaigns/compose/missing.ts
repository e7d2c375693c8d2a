import { hasParts } from '../../../audience/has-parts';
import { isTime } from './clock';
import type { Draft } from './draft';

export const isNameMissing = ({ name }: Draft): boolean => name.trim() === '';
export const isSenderMissing = ({ from }: Draft): boolean => from === '';
export const isAudienceMissing = ({ audience }: Draft): boolean => !hasParts(audience);
export const isTextMissing = ({ body, mediaUrl }: Draft): boolean => body.trim() === '' && mediaUrl === '';
export const isDayMissing = ({ timing, date }: Draft): boolean => timing !== 'now' && date === '';
export const isTimeMissing = ({ timing, time }: Draft): boolean => timing !== 'now' && !isTime(time);
export const isEndDayMissing = ({ hasEnd, endDate }: Draft): boolean => hasEnd && endDate === '';
export const isEndTimeMissing = ({ hasEnd, endTime }: Draft): boolean => hasEnd && !isTime(endTime);

/** Returns true when a step of the wizard is incomplete. */
export function missingIn(draft: Draft, step: number): boolean {
  if (step === 0) return isNameMissing(draft) || isSenderMissing(draft) || isAudienceMissing(draft);
  if (step === 1) return isTextMissing(draft);
  if (step === 2)
    return [isDayMissing, isTimeMissing, isEndDayMissing, isEndTimeMissing].some((lacks) => lacks(draft));
  return false;
}
