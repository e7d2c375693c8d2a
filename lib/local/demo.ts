import { findAccount } from '../../shared/accounts/account-store';
import { insertApiKey } from '../../shared/accounts/api-keys';
import { createAccount } from '../../shared/accounts/create-account';
import { addNumber } from '../../shared/numbers/number-store';
import { getPlatform, type Platform } from '../../shared/platform/platform';
import type { DataDir, DemoDescription } from './data-dir';

/** A number that no one has; opted in, so that a first message can be sent. */
export const DEMO_CONTACT = '+15555550123';

const DEMO_NUMBER = '+15555550100';
const DEMO_GROUPS = [
  { name: 'Customers', optInType: 'SINGLE' },
  { name: 'Newsletter', optInType: 'DOUBLE' },
] as const;

/**
 * Makes sure that the demo account is there. Its ids and secret are chosen once and kept in the data folder: they stay
 * the same over restarts, resets, and between runs in memory.
 */
export async function prepareDemo(options: {
  dataFolder: DataDir;
  baseUrl: string;
}): Promise<DemoDescription> {
  const platform = getPlatform();
  const known = options.dataFolder.readDemo();
  const demo = { ...(known ?? chooseIdentity(platform)), baseUrl: options.baseUrl };
  // Written first: what is seeded and not written down could never be used.
  options.dataFolder.writeDemo(demo);
  if ((await findAccount(platform.table, demo.accountId)) === undefined) {
    await seedDemo(platform, demo);
  }
  return demo;
}

function chooseIdentity({ ids }: Platform): Omit<DemoDescription, 'baseUrl'> {
  return {
    accountId: ids.next('acc'),
    apiKeyId: ids.next('key'),
    apiKeySecret: ids.secret(),
    from: DEMO_NUMBER,
    groups: DEMO_GROUPS.map((group) => ({ id: ids.next('grp'), ...group })),
  };
}

async function seedDemo(platform: Platform, demo: DemoDescription): Promise<void> {
  const { accountId } = demo;
  await createAccount(platform, {
    id: accountId,
    name: 'Demo',
    smsCredits: 100_000,
    mmsCredits: 10_000,
    dailyQuota: 200_000,
    silentOptIn: true,
    defaultNumber: DEMO_NUMBER,
  });
  await insertApiKey(platform, { id: demo.apiKeyId, accountId, secret: demo.apiKeySecret });
  await addNumber(platform, { accountId, number: DEMO_NUMBER, status: 'Active' });
}
