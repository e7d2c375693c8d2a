import type { Account } from './account';

/** Settings by which texts of the service name their sender. */
export type NamedAccount = Pick<Account, 'name' | 'brand'>;

/** Returns the name that recipients know the account by. **Source:** rules 4.6. */
export function brandOf({ name, brand = '' }: NamedAccount): string {
  return brand.trim() === '' ? name : brand.trim();
}
