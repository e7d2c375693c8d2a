import { listAccounts } from '../accounts/account-store';
import type {
  DeployedService,
  UsedIdentity,
  UsedNumber,
  UsedProtection,
} from '../platform/provider/eum/doctor/deployed-service';
import { examine } from '../platform/provider/eum/doctor/examine';
import { type Finding, ok, warning } from '../platform/finding';
import { readNeededQuotas } from '../platform/provider/eum/doctor/needed-quotas';
import type { Platform } from '../platform/platform';
import { RELEASE } from '../platform/release';
import type { Table } from '../platform/store/table';
import { listNumbers } from '../senders/number-store';
import { isPool, isWord } from '../senders/sender';
import { listSenders } from '../senders/sender-store';
import { timeZoneRelease } from '../time-zones/time-zone';
import { checkRunning } from './internal/check-running';

/** Outputs of the stack on what it was deployed from: the release of this project and that of IANA's time zones. */
interface Deployed {
  release: string | undefined;
  timeZones: string | undefined;
}

/**
 * Examines everything that the service needs of its AWS account, whether it runs, and its time-zone data. Changes nothing.
 *
 * @param resources resources of the stack for End User Messaging, and its output `NeededQuotas`; absent: the simulator sends
 */
export async function examineService(
  { table, clock }: Pick<Platform, 'table' | 'clock'>,
  resources: Resources | undefined,
  deployed: Deployed,
): Promise<Finding[]> {
  return [
    ...(await (resources ? examineAws(table, resources) : SIMULATED)),
    ...(await checkRunning({ table, clock })),
    checkRelease(deployed.release),
    checkTimeZones(deployed.timeZones),
  ];
}

type Resources = Omit<DeployedService, 'eum' | keyof UsedOfService | 'neededQuotas'> & {
  neededQuotas: string | undefined;
};

const SIMULATED = [ok('provider', 'The simulator takes all texts; none reaches a phone.')];

async function examineAws(table: Table, resources: Resources): Promise<Finding[]> {
  const neededQuotas = readNeededQuotas(resources.neededQuotas);
  return examine({ ...resources, neededQuotas, ...(await findUsed(table)) });
}

function checkRelease(deployed: string | undefined): Finding {
  const check = 'release';
  if (deployed === RELEASE) return ok(check, `${RELEASE}.`);
  return warning(
    check,
    `The stack runs ${deployed ?? 'an unknown release'}, this copy of the project is ${RELEASE}: a command may not know what the stack stores.`,
    'Use the copy that was deployed, or deploy this one.',
  );
}

function checkTimeZones(deployed: string | undefined): Finding {
  const check = 'time zones';
  const own = timeZoneRelease();
  if (deployed === own) return ok(check, `IANA ${own}.`);
  return warning(
    check,
    `The stack goes by ${deployed === undefined ? 'an unknown release' : `IANA ${deployed}`}, this copy of the project by IANA ${own}: where a clock has changed, texts go out an hour off.`,
    'Deploy the newer of the two.',
  );
}

/** Resources of AWS that open accounts use. */
export interface UsedOfService {
  /** Only Active ones. */
  numbers: UsedNumber[];
  pools: UsedIdentity[];
  senderIds: UsedIdentity[];
  protections: UsedProtection[];
}

/** Finds what the accounts use of AWS to send from, and under which protect configurations. */
export async function findUsed(table: Table): Promise<UsedOfService> {
  const used: UsedOfService = { numbers: [], pools: [], senderIds: [], protections: [] };
  for (const { id: accountId, closedAt, keywordReplies, protection } of await listAccounts(table)) {
    if (closedAt !== undefined) continue;
    const active = (await listNumbers(table, accountId)).filter(({ status }) => status === 'Active');
    used.numbers.push(
      ...active.map(({ number, dailyCap }) => ({ accountId, number, keywordReplies, dailyCap })),
    );
    if (protection !== undefined) used.protections.push({ accountId, id: protection });
    for (const { members } of await listSenders(table, accountId)) {
      for (const { identity, countries } of members) {
        const named = { accountId, name: identity.replace(/^(?:pool|id):/, ''), countries };
        if (isPool(identity)) used.pools.push(named);
        if (isWord(identity)) used.senderIds.push(named);
      }
    }
  }
  return used;
}
