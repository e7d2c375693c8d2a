import type { Erasure } from './erasure';

/** A number's digits stand by themselves in a text from this length on. */
const FEWEST_DIGITS = 7;

/** The people that one pass over the table erases, by account and number. */
export class People {
  private readonly byNumber = new Map<string, Erasure[]>();
  private readonly byAccount = new Map<string, Erasure[]>();

  constructor(erasures: readonly Erasure[]) {
    for (const erasure of erasures) {
      add(this.byAccount, erasure.accountId, erasure);
      for (const phoneNumber of erasure.phoneNumbers)
        add(this.byNumber, textOf(erasure.accountId, phoneNumber), erasure);
    }
  }

  /**
   * Whether something is about a person who is to be erased: it bears the number, and was made before.
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

  /** Whether a text of the account, such as a key of the caller's, has the digits of a person's number in it. */
  isNamedIn(accountId: string, text: string): boolean {
    return this.numbersOf(accountId).some((phoneNumber) => text.includes(phoneNumber.slice(1)));
  }

  /** The text without such numbers. */
  withoutNumbers(accountId: string, text: string): string {
    return this.numbersOf(accountId).reduce(
      (kept, phoneNumber) => kept.replaceAll(phoneNumber, '').replaceAll(phoneNumber.slice(1), ''),
      text,
    );
  }

  private numbersOf(accountId: string): string[] {
    const erasures = this.byAccount.get(accountId) ?? [];
    return erasures
      .flatMap(({ phoneNumbers }) => phoneNumbers)
      .filter((phoneNumber) => phoneNumber.length > FEWEST_DIGITS);
  }
}

const textOf = (accountId: string, phoneNumber: string) => `${accountId}\n${phoneNumber}`;

function add(map: Map<string, Erasure[]>, key: string, erasure: Erasure): void {
  map.set(key, [...(map.get(key) ?? []), erasure]);
}
