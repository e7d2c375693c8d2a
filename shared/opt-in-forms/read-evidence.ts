import { readGroupSender } from '../audience/groups/opt-in-sender';
import type { Platform } from '../platform/platform';
import { listNumbers } from '../senders/number-store';
import { evidencePage } from './internal/evidence-page';
import type { PublicForm } from './find-form';
import { formUrl } from './opt-in-form';

/**
 * Reads what the evidence page of a form needs, and builds the page.
 *
 * @param options.baseUrl address of the service
 *
 * **Source:** rules 3.5.
 */
export async function readEvidence(
  { table, clock }: Pick<Platform, 'table' | 'clock'>,
  { found, baseUrl }: { found: PublicForm; baseUrl: string },
): Promise<string> {
  const { form, account, group } = found;
  return evidencePage({
    ...found,
    numbers: await listNumbers(table, account.id),
    sender: await readGroupSender(table, group),
    url: formUrl(baseUrl, form.id),
    at: clock.now(),
  });
}
