import { listAccounts } from '../accounts/account-store';
import type { DeployedService, UsedNumber } from '../platform/provider/eum/doctor/deployed-service';
import { examine } from '../platform/provider/eum/doctor/examine';
import { type Finding, ok, warning } from '../platform/provider/eum/doctor/finding';
import { readNeededQuotas } from '../platform/provider/eum/doctor/needed-quotas';
import type { Table } from '../platform/store/table';
import { listNumbers } from '../senders/number-store';
import { timeZoneRelease } from '../time-zones/time-zone';

/**
 * Examines everything that the service needs of its AWS account, and its time-zone data. Changes nothing.
 *
 * @param resources resources of the stack for End User Messaging, and its output `NeededQuotas`; absent: it has none
 * @param deployedTimeZones release of the time zones with which the stack was deployed
 */
export async function examineService(
  table: Table,
  resources: Omit<DeployedService, 'eum' | 'numbers' | 'neededQuotas'> & { neededQuotas: string | undefined },
  deployedTimeZones: string | undefined,
): Promise<Finding[]> {
  const neededQuotas = readNeededQuotas(resources.neededQuotas);
  const findings = await examine({ ...resources, neededQuotas, numbers: await findUsedNumbers(table) });
  return [...findings, checkTimeZones(deployedTimeZones)];
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

/** Finds the Active numbers of accounts that are not closed. */
export async function findUsedNumbers(table: Table): Promise<UsedNumber[]> {
  const used: UsedNumber[] = [];
  for (const { id: accountId, closedAt, keywordReplies } of await listAccounts(table)) {
    if (closedAt !== undefined) continue;
    const active = (await listNumbers(table, accountId)).filter(({ status }) => status === 'Active');
    used.push(...active.map(({ number }) => ({ accountId, number, keywordReplies })));
  }
  return used;
}
