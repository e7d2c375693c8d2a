import type { Account } from '../../../../accounts/account';
import { findTags } from '../../../../content/merge-tag-parser';
import { type Contact, readContact } from '../../../../audience/contacts/contact';
import { type CustomFieldSchema, readSchema } from '../../../../audience/custom-fields/custom-field-schema';
import { resolveBody } from '../../../compose/prepare-body';
import type { TextVerdicts } from '../../../compose/refuse-resolved-text';
import { contactKey, schemaKey } from '../../../../platform/store/keys';
import type { Platform } from '../../../../platform/platform';
import type { CheckedJobRequest } from './check-job-request';
import type { JobRecipient } from '../../chunk';

/** Largest number of recipients whose texts a dry run checks: that takes about a second at most. */
const MOST_LOOKED_AT = 1_000;
const READS_AT_ONCE = 16;
/** Sample link token, as long as a real one. */
const SAMPLE_TOKEN = 'dryrun0000';

/** Recipients of a dry run whose texts would be refused at their turn. */
export interface ForeseenFailures {
  lookedAt: number;
  contentRejected: number;
  messageRejected: number;
}

/**
 * Resolves and checks the texts of the first recipients as at their turn.
 *
 * @returns `undefined` when none of them would fail
 */
export async function foreseeFailures(
  deps: Pick<Platform, 'table' | 'clock'>,
  options: {
    account: Account;
    checked: CheckedJobRequest;
    recipients: JobRecipient[];
    registeredLinks: ReadonlySet<string>;
  },
): Promise<ForeseenFailures | undefined> {
  const { account, checked, registeredLinks } = options;
  const recipients = options.recipients.slice(0, MOST_LOOKED_AT);
  const bodies = recipients.map(({ body }) => body ?? checked.request.body ?? '');
  const { schema, contacts } = await readValues(deps, { account, recipients, bodies });
  const verdicts: TextVerdicts = new Map();
  const failures = { lookedAt: recipients.length, contentRejected: 0, messageRejected: 0 };
  for (const [index, body] of bodies.entries()) {
    const { refusal } = resolveBody({
      body,
      isMms: checked.isMms,
      contact: contacts[index],
      schema,
      account,
      registeredLinks,
      trackingToken: SAMPLE_TOKEN,
      now: deps.clock.now(),
      verdicts,
    });
    if (refusal?.errorType === 'content_rejected') failures.contentRejected++;
    else if (refusal) failures.messageRejected++;
  }
  return failures.contentRejected + failures.messageRejected > 0 ? failures : undefined;
}

/** Reads the schema and the recipients' contacts; nothing when no body has merge tags. */
async function readValues(
  deps: Pick<Platform, 'table'>,
  options: { account: Account; recipients: JobRecipient[]; bodies: string[] },
): Promise<{ schema: CustomFieldSchema; contacts: Array<Contact | undefined> }> {
  const { account, recipients, bodies } = options;
  const hasTags = [...new Set(bodies)].some((body) => findTags(body).length > 0);
  if (!hasTags) return { schema: readSchema(undefined), contacts: [] };
  const [schemaItem, ...contactItems] = await deps.table.batchGet(
    [schemaKey(account.id), ...recipients.map(({ to }) => contactKey(account.id, to))],
    { eventuallyConsistent: true, concurrency: READS_AT_ONCE },
  );
  return {
    schema: readSchema(schemaItem),
    contacts: contactItems.map((item) => item && readContact(item)),
  };
}
