import type { CustomFieldSchema } from '../custom-fields/custom-field-schema';
import { type ConditionAccount, readCondition } from './internal/read-condition';

/**
 * Checks a condition that stands by itself in a request, outside an audience.
 *
 * @param options.pointer JSON pointer of the condition in the request
 * @throws ServiceError InvalidRequest with a pointer for each mistake
 *
 * **Source:** rules E3.
 */
export function checkCondition(
  condition: unknown,
  options: { account: ConditionAccount; schema: CustomFieldSchema; pointer: string },
): void {
  readCondition(condition, options);
}
