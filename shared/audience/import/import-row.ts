import { ServiceError } from '../../errors/service-error';
import validate from '../../platform/validation/generated/contact';
import { validateBody } from '../../platform/validation/validate-body';
import { type E164, parseE164 } from '../../phone-numbers/e164';
import type { ContactBody } from '../contacts/contact-fields';
import { type ImportedOptOut, readImportedOptOut } from './import-opt-out';

/** A line of an import: what it says of a contact, or why it cannot be read. `line` counts from 1. */
export type ImportRow = { line: number; record: unknown } | Rejection;

/** A line that can be imported. */
export interface ImportCandidate {
  line: number;
  phoneNumber: E164;
  body: ContactBody;
  /** Present when the line says that the contact refused everything. */
  optedOut?: ImportedOptOut;
}

export interface Rejection {
  line: number;
  reason: string;
  /** Nothing that comes after this line has been read. */
  isRestUnread?: true;
}

/** What the service answers of a contact besides what can be written: an export can be imported as it is. */
const READ_ONLY_FIELDS = new Set(['id', 'tz', 'groups', 'pendingGroups', 'createdAt']);

/**
 * Checks one line against the rules of a contact's body.
 *
 * **Source:** rules 2.3, 4.4, E7.
 */
export function readImportRow(row: ImportRow): ImportCandidate | Rejection {
  const { line } = row;
  if ('reason' in row) return row;
  const { record } = row;
  if (typeof record !== 'object' || record === null || Array.isArray(record)) {
    return { line, reason: 'must be an object' };
  }
  const { phoneNumber: rawPhone, optedOut, optedOutAt, ...rest } = record as Record<string, unknown>;
  if (rawPhone === undefined) return { line, reason: '/phoneNumber: required' };
  const phoneNumber = typeof rawPhone === 'string' ? parseE164(rawPhone) : undefined;
  if (phoneNumber === undefined) return { line, reason: '/phoneNumber: must be E.164, such as +12125550123' };
  const statement = readImportedOptOut({ optedOut, optedOutAt });
  if (typeof statement === 'string') return { line, reason: statement };
  const written = Object.entries(rest).filter(([name]) => !READ_ONLY_FIELDS.has(name));
  try {
    const body = validateBody<ContactBody>(validate, Object.fromEntries(written));
    return { line, phoneNumber, body, ...(statement && { optedOut: statement }) };
  } catch (error) {
    return { line, reason: describeRefusal(error) };
  }
}

/** A refusal of the service in one line; anything else is thrown on. */
export function describeRefusal(error: unknown): string {
  if (!(error instanceof ServiceError)) throw error;
  const { name, message, details = {} } = error;
  switch (name) {
    case 'InvalidCustomField':
      return `customFields.${String(details.label)}: ${String(details.reason)}`;
    case 'ContactHardOptedOut':
      return 'hard-opted-out';
    case 'PendingElsewhere':
      return 'pending in another group';
    case 'InvalidRequest':
      return (details.errors as Array<{ pointer: string; reason: string }>)
        .map(({ pointer, reason }) => `${pointer}: ${reason}`)
        .join('; ');
    default:
      return message;
  }
}
