import type { LeasedNumber } from './read-leased-numbers';
import type { DenialReason, Registration } from './read-registrations';
import { reasonAdvice, type StatusWords, statusWords } from './registration-words';

/** Reason of a denial, with what to do about it. */
export interface AdvisedReason extends DenialReason {
  advice: string;
}

interface PresentedRegistration
  extends Omit<Registration, 'arn' | 'denial'>, Pick<StatusWords, 'words' | 'advice'> {
  denial?: Omit<NonNullable<Registration['denial']>, 'reasons'> & { reasons: AdvisedReason[] };
}

export const adviseReasons = (reasons: readonly DenialReason[]): AdvisedReason[] =>
  reasons.map((one) => ({ ...one, advice: reasonAdvice(one) }));

/** Returns a registration for an answer, in words. */
export function presentRegistration({
  arn: _arn,
  denial,
  ...registration
}: Registration): PresentedRegistration {
  const { words, advice } = statusWords(registration);
  return {
    ...registration,
    ...{ words, ...(advice !== undefined && { advice }) },
    ...(denial && { denial: { ...denial, reasons: adviseReasons(denial.reasons) } }),
  };
}

/** Returns the US numbers that are in no registration: carriers deliver nothing from them. */
export function unregisteredOf(found: {
  registrations: readonly Pick<Registration, 'resources'>[];
  numbers: readonly LeasedNumber[];
}): LeasedNumber[] {
  const registered = new Set(
    found.registrations.flatMap(({ resources }) => resources.map(({ name }) => name)),
  );
  return found.numbers.filter(
    ({ number, country, registration }) =>
      country === 'US' && registration === undefined && !registered.has(number),
  );
}
