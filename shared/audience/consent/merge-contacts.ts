import { isDeepStrictEqual } from 'node:util';
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
 * one that is complete is answered again; a request with another `take` is refused. A request with the current version
 * begins anew.
 *
 * @param request.version as the preview answered it: both are merged as they were seen
 * @param request.take fields that both have, of which the double's value is taken
 * @param request.beforeWrite called once with both contacts, before the first write
 * @throws ServiceError as `previewMerge`; InvalidState when one of the contacts has changed since, or other fields were
 *   taken
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
      if (both.isMerged) {
        if (!isSame(request.take, both.taken)) throw changedMeanwhile();
        return { contact: both.kept, schema: both.schema };
      }
      if (versionOf(both) === request.version) checkTaken(request.take, both);
      else if (!isUnderWay(both, request.take)) throw changedMeanwhile();
      if (!isTold) request.beforeWrite(both);
      isTold = true;
      const step = await mergeStep(deps, { ...both, take: request.take });
      if (step === undefined) return CONFLICT;
    }
  });
}

/** Returns true when the merge has begun with these fields, and neither contact has changed since its latest step. */
function isUnderWay({ kept, double: { mergedInto, version } }: Pair, take: readonly string[]): boolean {
  return (
    mergedInto?.contactId === kept.id &&
    mergedInto.keptVersion === kept.version &&
    mergedInto.version === version &&
    isSame(take, mergedInto.take)
  );
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  isDeepStrictEqual(new Set(one), new Set(other));

const changedMeanwhile = () =>
  new ServiceError('InvalidState', { cause: 'contactChanged', details: { status: 'changedMeanwhile' } });

function checkTaken(take: readonly string[], { kept, double, schema }: Pair): void {
  const { fills, differs } = compareProfiles({ kept, double }, schema);
  take.forEach((name, index) => {
    const isKnown = [...fills, ...differs].some(({ field }) => field === name);
    if (isKnown) return;
    throw invalidRequest({
      pointer: `/take/${index}`,
      reason: 'must be a field of which the double has another value',
    });
  });
}
