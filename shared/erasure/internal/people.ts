import { foldText } from '../../audience/segments/condition';
import { eraseLeaf, isLeaf, NAME_FIELDS, type NameComparison } from './erase-filter';
import type { Erasure } from '../erasure';
import { type Forms, formsOf, withoutForms } from './forms-of-people';

/** Fewest digits by which a number is recognized in a text. */
const FEWEST_DIGITS = 7;

interface OpenComparison {
  erasureId: string;
  comparison: NameComparison;
}

/** Account whose data is searched, and the age of that data. */
interface Place {
  accountId: string;
  /** ISO time at which the data was made. */
  at: string;
}

/** People that one pass over the table erases, by account and number. */
export class People {
  private readonly byNumber = new Map<string, Erasure[]>();
  private readonly byAccount = new Map<string, Erasure[]>();
  private readonly formsByAccount = new Map<string, Array<Forms | undefined>>();
  /** Comparisons with names of the people that match other contacts, by erasure. */
  private readonly metByOthers = new Map<string, Set<string>>();
  /** Comparisons that have matched no other contact so far, by account. */
  private readonly openByAccount = new Map<string, OpenComparison[]>();
  private readonly news = new Set<string>();

  constructor(erasures: readonly Erasure[]) {
    for (const erasure of erasures) {
      add(this.byAccount, erasure.accountId, erasure);
      for (const phoneNumber of erasure.phoneNumbers)
        add(this.byNumber, textOf(erasure.accountId, phoneNumber), erasure);
      const met = new Set(erasure.metByOthers);
      this.metByOthers.set(erasure.id, met);
      if (erasure.areNamesKnown) continue;
      for (const comparison of comparisonsWith(erasure)) {
        if (!met.has(comparisonText(comparison)))
          add(this.openByAccount, erasure.accountId, { erasureId: erasure.id, comparison });
      }
    }
    // Newest first: the erasures that apply to data of a given time are then a prefix of the list.
    for (const ofAccount of this.byAccount.values())
      ofAccount.sort((a, b) => (a.requestedAt < b.requestedAt ? 1 : -1));
  }

  /**
   * Returns true when data belongs to a person who is to be erased: it has the number, and was made before the request.
   *
   * @param about.at ISO time at which it was made
   */
  has(about: { accountId: string; phoneNumber: string; at: string }): boolean {
    const erasures = this.byNumber.get(textOf(about.accountId, about.phoneNumber)) ?? [];
    return erasures.some(({ requestedAt }) => about.at <= requestedAt);
  }

  isOfAccount(accountId: string): boolean {
    return this.byAccount.has(accountId);
  }

  /** Returns true when a text of the account, such as an idempotency key of the caller, names a person. */
  isNamedIn(accountId: string, text: string): boolean {
    const numbers = this.of({ accountId, at: '' }).flatMap(({ phoneNumbers }) => phoneNumbers);
    return (
      numbers.some((phone) => phone.length > FEWEST_DIGITS && text.includes(phone.slice(1))) ||
      this.withoutPeople(text, { accountId, at: '' }) !== text
    );
  }

  /**
   * Removes the people from a value of an item: their numbers, e-mail addresses and full names from its texts, and the
   * parts of filters that name them.
   *
   * @returns the very same value when it names none of them
   */
  withoutPeople<Value>(value: Value, place: Place): Value {
    return this.clean(value, place) as Value;
  }

  private clean(value: unknown, place: Place): unknown {
    if (typeof value === 'string') return withoutForms(value, this.formsAt(place));
    if (Array.isArray(value)) {
      const parts = value as unknown[];
      const cleaned = parts.map((part) => this.clean(part, place));
      return cleaned.some((part, index) => part !== parts[index]) ? cleaned : value;
    }
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
    if (isLeaf(value)) return eraseLeaf(value, this.namingAt(place));
    const entries = Object.entries(value);
    const cleaned = entries.map(([name, part]) => [this.clean(name, place), this.clean(part, place)]);
    const isSame = cleaned.every(([name, part], index) => {
      const [nameBefore, before] = entries[index] ?? [];
      return name === nameBefore && part === before;
    });
    return isSame ? value : (Object.fromEntries(cleaned) as unknown);
  }

  private namingAt(place: Place) {
    const forms = this.formsAt(place);
    return {
      isNamedIn: (text: string) => withoutForms(text, forms) !== text,
      isOnlyName: (comparison: NameComparison) =>
        this.of(place).some(
          (erasure) =>
            erasure.areNamesKnown &&
            isNameOf(erasure, comparison) &&
            !this.metByOthers.get(erasure.id)?.has(comparisonText(comparison)),
        ),
    };
  }

  /** Returns true when a value compares with a name of which it is not yet known whether other contacts have it. */
  isUndecided(value: unknown, place: Place): boolean {
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return false;
    if (!isLeaf(value)) return Object.values(value).some((part) => this.isUndecided(part, place));
    const waiting = this.of(place).filter(({ areNamesKnown }) => !areNamesKnown);
    let isUndecided = false;
    eraseLeaf(value, {
      isNamedIn: () => false,
      isOnlyName: (comparison) => {
        isUndecided ||= waiting.some((erasure) => isNameOf(erasure, comparison));
        return false;
      },
    });
    return isUndecided;
  }

  /** Records which names of the people another contact of the account has. */
  meet(contact: { accountId: string; firstName?: unknown; lastName?: unknown }): void {
    const open = this.openByAccount.get(contact.accountId);
    if (!open || open.length === 0) return;
    const values = { firstName: folded(contact.firstName), lastName: folded(contact.lastName) };
    const left = open.filter(({ erasureId, comparison }) => {
      if (!meets(values[comparison.field], comparison)) return true;
      this.metByOthers.get(erasureId)?.add(comparisonText(comparison));
      this.news.add(erasureId);
      return false;
    });
    this.openByAccount.set(contact.accountId, left);
  }

  /** Returns the matches that were found since the last call, by erasure. */
  takeNews(): Array<{ erasureId: string; metByOthers: string[] }> {
    const ids = [...this.news];
    this.news.clear();
    return ids.map((erasureId) => ({
      erasureId,
      metByOthers: [...(this.metByOthers.get(erasureId) ?? [])],
    }));
  }

  private of({ accountId, at }: Place): Erasure[] {
    const erasures = this.byAccount.get(accountId) ?? [];
    return erasures.filter(({ requestedAt }) => at <= requestedAt);
  }

  private formsAt(place: Place): Forms | undefined {
    const erasures = this.of(place);
    if (erasures.length === 0) return undefined;
    const known = this.formsByAccount.get(place.accountId) ?? [];
    this.formsByAccount.set(place.accountId, known);
    return (known[erasures.length] ??= formsOf(erasures));
  }
}

const comparisonsWith = ({ profiles }: Erasure): NameComparison[] =>
  profiles.flatMap((profile) =>
    NAME_FIELDS.flatMap((field) => {
      const name = profile[field];
      if (name === undefined) return [];
      return (['equals', 'contains'] as const).map((op) => ({ field, op, name: foldText(name) }));
    }),
  );

const isNameOf = ({ profiles }: Erasure, { field, name }: NameComparison) =>
  profiles.some((profile) => profile[field] !== undefined && foldText(profile[field]) === name);

const folded = (value: unknown) => (typeof value === 'string' ? foldText(value) : undefined);

const meets = (value: string | undefined, { op, name }: NameComparison): boolean =>
  value !== undefined && (op === 'equals' ? value === name : value.includes(name));

const comparisonText = ({ field, op, name }: NameComparison) => `${field} ${op} ${name}`;

const textOf = (accountId: string, phoneNumber: string) => `${accountId}\n${phoneNumber}`;

function add<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
