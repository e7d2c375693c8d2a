import { readAccount } from '../../accounts/account';
import type { Retention } from '../../accounts/retention';
import { accountKey } from '../../platform/store/keys';
import type { Item } from '../../platform/store/item';
import type { Table } from '../../platform/store/table';
import { applyRetention, type RetentionDeps } from './apply-retention';
import type { Erasure } from '../erasure';
import type { FindRetained } from './retained';

/** Retentions that a pass applies, by account, as they were when the worker began. */
export class Retentions {
  private readonly withWork = new Set<string>();
  private readonly told = new Set<string>();

  private constructor(private readonly byAccount: ReadonlyMap<string, Retention>) {}

  static async of(table: Table, erasures: readonly Erasure[]): Promise<Retentions> {
    const accountIds = erasures.filter(({ kind }) => kind === 'retention').map(({ accountId }) => accountId);
    const items = await table.batchGet(accountIds.map(accountKey));
    const accounts = items.filter((item) => item !== undefined).map(readAccount);
    return new Retentions(new Map(accounts.map((account) => [account.id, account])));
  }

  async apply(deps: RetentionDeps, item: Item, findRetained: FindRetained | undefined): Promise<void> {
    if (this.byAccount.size === 0) return;
    const retained = findRetained?.(item);
    const retention = retained && this.byAccount.get(retained.accountId);
    if (!retention) return;
    if (retained.isUnderWay) this.withWork.add(retained.accountId);
    else await applyRetention(deps, item, { retention, retained });
  }

  /** Returns the accounts that have something under way, each only once. */
  takeNews(): string[] {
    const news = [...this.withWork].filter((accountId) => !this.told.has(accountId));
    for (const accountId of news) this.told.add(accountId);
    return news;
  }
}
