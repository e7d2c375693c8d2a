import type { Account } from '../../accounts/account';
import type { AccountNumber } from '../../senders/number';
import type { Sender } from '../../senders/sender';
import type { ConsentActor } from '../consent/consent-log';
import type { OptOutSource } from '../contacts/contact';
import type { CustomFieldSchema } from '../custom-fields/custom-field-schema';
import type { Group } from '../groups/group';
import type { OptInTextSettings } from '../groups/group-texts';
import type { Trigger } from '../groups/membership-transitions';
import type { OptInMode } from '../groups/opt-in-mode';
import type { ImportCandidate } from './internal/import-row';
import type { ImportedOptOut } from './internal/import-opt-out';

export const ON_EXISTING = ['update', 'skip'] as const;
export type OnExisting = (typeof ON_EXISTING)[number];

/** Group that contacts of an import join, and the basis of their consent. */
export interface Enrolment {
  group: Group;
  optInMode: OptInMode;
  /** Sentence for each log entry. */
  consentBasis: string;
  account: OptInTextSettings & Pick<Account, 'countries'>;
  /** All numbers of the account; one of them sends the texts. */
  numbers: AccountNumber[];
  /** Sender of the group, if it has one. */
  sender?: Sender | undefined;
}

/** Settings for all rows of an import. */
export interface ImportScope {
  accountId: string;
  /** Import that the added contacts name, of `firstImportOf`; absent for one that is not stored. */
  addedByImport: string | undefined;
  schema: CustomFieldSchema;
  /** Absent: the import changes no consent. Contacts whose row has an opt-out are not enrolled. */
  enrolment: Enrolment | undefined;
  onExisting: OnExisting;
  isDryRun: boolean;
  optOutSource: OptOutSource;
  /** Evidence that names the import in the log of its opt-outs. */
  evidence: string | undefined;
  /** Time zones of contacts that the account already knows. */
  knownTimeZones: readonly string[];
  /** ISO time. People who were erased after it are not imported, because the file is older. */
  startedAt: string;
}

export function importActor(scope: ImportScope, candidate: ImportCandidate): ConsentActor {
  const evidence = candidate.optedOut ? scope.evidence : scope.enrolment?.consentBasis;
  return { type: 'import', evidence };
}

export function optOutTrigger(
  scope: ImportScope,
  { optedOut, now }: { optedOut: ImportedOptOut; now: Date },
): Trigger {
  const { at } = optedOut;
  const isPast = at !== undefined && at <= now.toISOString();
  return {
    type: 'optOut',
    source: scope.optOutSource,
    evidence: scope.evidence,
    isImported: true,
    saidAt: isPast ? at : undefined,
  };
}
