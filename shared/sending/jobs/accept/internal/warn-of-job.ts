import type { CustomFieldSchema } from '../../../../audience/custom-fields/custom-field-schema';
import { warnOfBody } from '../../../compose/warn-of-body';
import type { JobRequestBody } from '../../job-request.schema';

/** Largest number of warnings: a batch can have a different mistake in each of 5,000 bodies. */
const MOST_WARNINGS = 20;
const MOST_RECIPIENTS_NAMED = 3;

/**
 * Returns the warnings of a dry run about the merge tags of its bodies: each warning once, in a batch with the first
 * recipients that it concerns.
 *
 * **Source:** rules 4.2, 4.3.
 */
export function warnOfJob(
  request: JobRequestBody,
  known: { schema: CustomFieldSchema; registeredLinks: ReadonlySet<string> },
): string[] {
  if (request.body !== undefined) return warnOfBody(request.body, known);
  const placesOf = new Map<string, number[]>();
  for (const [index, { body }] of request.recipients.entries()) {
    if (!body?.includes('{{')) continue;
    for (const warning of warnOfBody(body, known))
      placesOf.set(warning, [...(placesOf.get(warning) ?? []), index]);
  }
  const warnings = [...placesOf].map(([warning, places]) => `${describePlaces(places)}: ${warning}`);
  if (warnings.length <= MOST_WARNINGS) return warnings;
  const left = warnings.length - MOST_WARNINGS;
  return [
    ...warnings.slice(0, MOST_WARNINGS),
    `There ${left === 1 ? 'is 1 more' : `are ${left} more`} of these.`,
  ];
}

function describePlaces(places: number[]): string {
  const named = places.slice(0, MOST_RECIPIENTS_NAMED).map((place) => `/recipients/${place}/body`);
  const left = places.length - named.length;
  return `${named.join(', ')}${left > 0 ? ` and ${left.toLocaleString('en-US')} more` : ''}`;
}
