import { compareProfiles } from '../contacts/compare-profiles';
import type { CustomFieldSchema } from '../custom-fields/custom-field-schema';
import { invalidRequest, ServiceError } from '../../errors/service-error';
import { CONFLICT, retryOnConflict } from '../../platform/store/retry-on-conflict';
import type { ConsentDeps } from './change-consent';
import { mergeStep } from './internal/merge-step';
import { type KnownContact, type MergedPair, type Pair, readPair, versionOf } from './internal/merged-pair';

/**
 * Merges a contact with its double: the contact takes what it lacks, and the double is a contact no more. Consent stays
 * with its number: the contact joins no group. A merge that was interrupted is continued by the same request, and
 * one that is complete is answered again.
 *
 * @param request.version as the preview answered it: both are merged as they were seen
 * @param request.take fields that both have, of which the double's value is taken
 * @param request.beforeWrite called once with both contacts, before the first write
 * @throws ServiceError as `previewMerge`; InvalidState when one of the contacts has changed since
 *
 * **Source:** rules 3.8.
 */
export async function mergeContacts(
  deps: ConsentDeps,
  request: MergedPair & {
    version: string;
    take: readonly string[];
    beforeWrite: (both: { kept: KnownContact; double: KnownContact }) => void;
  },
): Promise<{ contact: KnownContact; schema: CustomFieldSchema }> {
  let isTold = false;
  return retryOnConflict(deps.table.waits, async () => {
    for (;;) {
      const both = await readPair(deps.table, request);
      if (both.isMerged) return { contact: both.kept, schema: both.schema };
      if (!isUnderWay(both) && versionOf(both) !== request.version)
        throw new ServiceError('InvalidState', {
          cause: 'contactChanged',
          details: { status: 'changedMeanwhile' },
        });
      checkTaken(request.take, both);
      if (!isTold) request.beforeWrite(both);
      isTold = true;
      const step = await mergeStep(deps, { ...both, take: request.take });
      if (step === undefined) return CONFLICT;
    }
  });
}

/** Returns true when the merge has begun, and neither contact has changed since its latest step. */
function isUnderWay({ kept, double }: Pair): boolean {
  const { contactId, keptVersion, version } = double.mergedInto ?? {};
  return contactId === kept.id && keptVersion === kept.version && version === double.version;
}

function checkTaken(take: readonly string[], { kept, double, schema }: Pair): void {
  const { fills, differs } = compareProfiles({ kept, double }, schema);
  take.forEach((name, index) => {
    const isKnown = [...fills, ...differs].some(({ field }) => field === name);
    // A field that was taken by an earlier step is the same in both.
    if (isKnown || isUnderWay({ kept, double, schema })) return;
    throw invalidRequest({
      pointer: `/take/${index}`,
      reason: 'must be a field of which the double has another value',
    });
  });
}
