import type { Draft } from './draft';

export const isNameMissing = ({ name }: Draft): boolean => name.trim() === '';
export const isSenderMissing = ({ from }: Draft): boolean => from === '';
export const isTextMissing = ({ body, mediaUrl }: Draft): boolean => body.trim() === '' && mediaUrl === '';
export const isDayMissing = ({ timing, date }: Draft): boolean => timing !== 'now' && date === '';

/** Whether a step of the wizard lacks something. */
export function missingIn(draft: Draft, step: number): boolean {
  if (step === 0) return isNameMissing(draft) || isSenderMissing(draft);
  if (step === 1) return isTextMissing(draft);
  if (step === 2) return isDayMissing(draft);
  return false;
}
