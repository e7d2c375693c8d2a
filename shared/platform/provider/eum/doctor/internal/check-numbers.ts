import {
  paginateDescribePhoneNumbers,
  type PhoneNumberInformation,
} from '@aws-sdk/client-pinpoint-sms-voice-v2';
import type { DeployedService, UsedNumber } from '../deployed-service';
import { type Finding, ok, problem, warning } from '../../../../finding';

/** Reads the numbers that AWS has in this account and region. */
export async function readPhoneNumbers({
  eum,
}: Pick<DeployedService, 'eum'>): Promise<PhoneNumberInformation[]> {
  const found: PhoneNumberInformation[] = [];
  for await (const page of paginateDescribePhoneNumbers({ client: eum }, {})) {
    found.push(...(page.PhoneNumbers ?? []));
  }
  return found;
}

/** Checks each number that is Active in the service: its state at AWS, and whether texts to it reach the service. */
export async function checkNumbers(service: DeployedService): Promise<Finding[]> {
  if (service.numbers.length === 0 && (service.pools.length > 0 || service.senderIds.length > 0)) return [];
  if (service.numbers.length === 0) {
    return [
      problem('numbers', 'No account has an Active number.', 'operator number add --account A --number N'),
    ];
  }
  const known = await readPhoneNumbers(service);
  return service.numbers.flatMap((used) => {
    const found = known.find(({ PhoneNumber: number }) => number === used.number);
    return found ? checkNumber(service, { used, found }) : [missing(used)];
  });
}

function missing({ number, accountId }: UsedNumber): Finding {
  return problem(
    `number ${number}`,
    `${accountId} sends from it, and AWS does not have it in this account and region.`,
    'Request the number there, or take it from the account: operator number remove.',
  );
}

function checkNumber(
  { inboundTopicArn }: DeployedService,
  { used, found }: { used: UsedNumber; found: PhoneNumberInformation },
): Finding[] {
  const check = `number ${used.number}`;
  const id = found.PhoneNumberId ?? used.number;
  const findings: Finding[] = [];
  if (found.Status !== 'ACTIVE') {
    const advice = 'Wait until AWS has activated it; a registration may be missing (see below).';
    findings.push(problem(check, `AWS says that it is ${found.Status}: nothing goes out.`, advice));
  }
  if (!found.NumberCapabilities?.includes('SMS')) {
    findings.push(problem(check, 'It cannot send SMS.', 'Request a number with the capability SMS.'));
  }
  if (!found.TwoWayEnabled || found.TwoWayChannelArn !== inboundTopicArn) {
    findings.push(
      problem(
        check,
        found.TwoWayEnabled
          ? `Texts to it go to ${found.TwoWayChannelArn}, not to this service: no STOP comes in.`
          : 'Two-way SMS is off: no STOP and no YES comes in.',
        `aws pinpoint-sms-voice-v2 update-phone-number --phone-number-id ${id} --two-way-enabled --two-way-channel-arn ${inboundTopicArn}`,
      ),
    );
  }
  findings.push(...checkOptOuts({ check, id, used, found }), ...checkDailyCap({ check, used, found }));
  if (!found.DeletionProtectionEnabled) {
    findings.push(
      warning(
        check,
        'It has no deletion protection: released by mistake, it is gone.',
        `aws pinpoint-sms-voice-v2 update-phone-number --phone-number-id ${id} --deletion-protection-enabled`,
      ),
    );
  }
  return findings.length > 0
    ? findings
    : [ok(check, `${found.NumberType}, ACTIVE, with two-way SMS to this service.`)];
}

/** Checks that the number keeps to the daily cap of T-Mobile that AWS tells. */
function checkDailyCap(options: {
  check: string;
  used: UsedNumber;
  found: PhoneNumberInformation;
}): Finding[] {
  const { check, used, found } = options;
  const told = found.MessagingLimits?.DailyMessageCaps?.[T_MOBILE];
  if (told === undefined || (used.dailyCap ?? Infinity) <= told) return [];
  const isSet = used.dailyCap === undefined ? 'has no daily cap' : `has a daily cap of ${used.dailyCap}`;
  return [
    warning(
      check,
      `T-Mobile takes ${told} texts of its brand in a day, and it ${isSet} here: what is beyond that is lost.`,
      `operator number set --account ${used.accountId} --number ${used.number} --daily-cap ${told}`,
    ),
  ];
}

/** Name of the carrier in the caps that AWS tells. */
const T_MOBILE = 'T-MOBILE';

/**
 * Checks which side processes STOP and which side answers it. For toll-free numbers the carriers do both, regardless of
 * the settings.
 */
function checkOptOuts(options: {
  check: string;
  id: string;
  used: UsedNumber;
  found: PhoneNumberInformation;
}): Finding[] {
  const { check, id, used, found } = options;
  if (found.NumberType === 'TOLL_FREE') return [];
  if (!found.SelfManagedOptOutsEnabled) {
    return [
      warning(
        check,
        `AWS keeps STOP to itself (opt-out list ${found.OptOutListName}): contacts stay in their groups here.`,
        `aws pinpoint-sms-voice-v2 update-phone-number --phone-number-id ${id} --self-managed-opt-outs-enabled, and operator account set --keyword-replies on`,
      ),
    ];
  }
  if (used.keywordReplies !== 'off') return [];
  return [
    warning(
      check,
      `STOP comes in, and ${used.accountId} does not answer it: people do not learn that it was heard.`,
      `operator account set --account ${used.accountId} --keyword-replies on`,
    ),
  ];
}
