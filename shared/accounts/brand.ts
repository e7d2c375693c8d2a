import type { Account } from './account';

/** Settings by which texts of the service name their sender. */
export type NamedAccount = Pick<Account, 'name' | 'brand'>;

/** Returns the name that recipients know the account by. **Source:** rules 4.6. */
export const brandOf = ({ name, brand }: NamedAccount): string => brand?.trim() || name;
