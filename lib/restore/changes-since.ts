import type { LogEntry } from '../../shared/restore-log/entry';

type Of<Kind extends LogEntry['kind']> = Extract<LogEntry, { kind: Kind }>;

/** Last decisions of a person, and erasure, since the restore point, by the log. */
export interface PersonSince {
  accountId: string;
  numberHash: string;
  /** Contacts that the person has been: an erased one that came again has two. */
  contactIds: Set<string>;
  /** Last refusal of everything, or its end. */
  decision: Of<'consent'> | undefined;
  /** Last change of each group. */
  groups: Map<string, Of<'consent'>>;
  /** Last text that likely was a refusal, or the decision on it. */
  doubt: Of<'consent'> | undefined;
  erasedAt: string | undefined;
}

/** Last state of everything that the log has but used keys, of which there may be too many to hold. */
export class ChangesSince {
  readonly people = new Map<string, PersonSince>();
  readonly credits = new Map<string, Of<'credits'>>();
  readonly revokedKeys = new Map<string, Of<'revokedKey'>>();

  add(entry: Exclude<LogEntry, { kind: 'key' }>): void {
    switch (entry.kind) {
      case 'consent':
        return this.addConsent(entry);
      case 'erasure':
        return this.addErasure(entry);
      case 'credits':
        return keepLast(this.credits, `${entry.pk}\n${entry.sk}`, entry);
      case 'revokedKey':
        return keepLast(this.revokedKeys, entry.keyId, entry);
    }
  }

  private addConsent(entry: Of<'consent'>): void {
    const person = this.personOf(entry);
    if (entry.contactId !== undefined) person.contactIds.add(entry.contactId);
    switch (entry.action) {
      case 'HARD_OPT_OUT':
      case 'HARD_OPT_OUT_LIFTED':
        person.decision = later(person.decision, entry);
        break;
      case 'LIKELY_OPT_OUT':
      case 'LIKELY_OPT_OUT_DISMISSED':
        person.doubt = later(person.doubt, entry);
        break;
      case 'OPT_IN':
      case 'OPT_OUT':
      case 'MANUAL_REMOVAL':
      case 'PENDING_REMOVED':
        if (entry.groupId !== undefined) keepLast(person.groups, entry.groupId, entry);
        break;
    }
  }

  private addErasure({ accountId, numberHashes, contactIds, at }: Of<'erasure'>): void {
    for (const numberHash of numberHashes) {
      const person = this.personOf({ accountId, numberHash });
      for (const id of contactIds) person.contactIds.add(id);
      if (person.erasedAt === undefined || person.erasedAt < at) person.erasedAt = at;
    }
  }

  private personOf({ accountId, numberHash }: { accountId: string; numberHash: string }): PersonSince {
    const key = `${accountId}\n${numberHash}`;
    const known = this.people.get(key);
    if (known) return known;
    const person: PersonSince = {
      ...{ accountId, numberHash, contactIds: new Set(), groups: new Map() },
      ...{ decision: undefined, doubt: undefined, erasedAt: undefined },
    };
    this.people.set(key, person);
    return person;
  }
}

function keepLast<Entry extends LogEntry>(entries: Map<string, Entry>, key: string, entry: Entry): void {
  entries.set(key, later(entries.get(key), entry));
}

/** Returns the later of two changes. Those of one second are told apart by their numbers in the stream. */
function later<Entry extends LogEntry>(known: Entry | undefined, entry: Entry): Entry {
  if (!known || known.at < entry.at) return entry;
  if (known.at > entry.at) return known;
  return BigInt(known.sequence) < BigInt(entry.sequence) ? entry : known;
}
