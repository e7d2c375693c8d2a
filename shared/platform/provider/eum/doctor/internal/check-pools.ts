import {
  paginateDescribePools,
  paginateDescribeRcsAgents,
  paginateListPoolOriginationIdentities,
  type OriginationIdentityMetadata,
  type PinpointSMSVoiceV2Client,
  type PoolInformation,
  type RcsAgentInformation,
} from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { hasEventsOf } from './check-delivery';
import type { DeployedService, UsedIdentity } from '../deployed-service';
import { type Finding, ok, problem, warning } from '../../../../finding';

const COMMAND = 'aws pinpoint-sms-voice-v2';

/** Checks each pool that a sender has: its state at AWS, what it holds, and whether texts to that reach the service. */
export async function checkPools(service: DeployedService): Promise<Finding[]> {
  const { pools, eum } = service;
  if (pools.length === 0) return [];
  const known = new Map<string, PoolInformation>();
  for await (const page of paginateDescribePools({ client: eum }, {})) {
    for (const pool of page.Pools ?? []) known.set(pool.PoolId ?? '', pool);
  }
  const findings: Finding[] = [];
  for (const [name, users] of byName(pools)) {
    const found = known.get(name);
    findings.push(...(found ? await checkPool(service, { found, users }) : [missing(name, users)]));
  }
  return findings;
}

/** Groups identities by their name at AWS: several accounts and senders can have the same. */
export function byName(identities: readonly UsedIdentity[]): Map<string, UsedIdentity[]> {
  const groups = new Map<string, UsedIdentity[]>();
  for (const one of identities) groups.set(one.name, [...(groups.get(one.name) ?? []), one]);
  return groups;
}

export const accountsOf = (users: readonly UsedIdentity[]): string =>
  [...new Set(users.map(({ accountId }) => accountId))].join(', ');

const missing = (name: string, users: readonly UsedIdentity[]): Finding =>
  problem(
    `pool ${name}`,
    `${accountsOf(users)} sends from it, and AWS does not have it in this account and region.`,
    'Create the pool there, or take it from the sender: operator sender set.',
  );

async function checkPool(
  service: DeployedService,
  { found, users }: { found: PoolInformation; users: UsedIdentity[] },
): Promise<Finding[]> {
  const { PoolId: id = '' } = found;
  const check = `pool ${id}`;
  const identities = await readIdentities(service.eum, id);
  const numbers = identities.flatMap(({ PhoneNumber: number }) => (number === undefined ? [] : [number]));
  const agents = identities.filter(isAgent);
  const findings = [
    ...checkState(service, { check, found, isTextable: numbers.length > 0 }),
    ...(identities.length === 0
      ? [problem(check, 'It is empty: nothing goes out.', `${COMMAND} associate-origination-identity`)]
      : []),
    ...checkOwners(service, { check, numbers, users }),
    ...checkCountries({ check, identities, users }),
    ...(await checkAgents(service, { check, agents, numbers })),
  ];
  if (findings.length > 0) return findings;
  const parts = [`${numbers.length} numbers`, ...(agents.length > 0 ? ['an RCS agent'] : [])];
  return [ok(check, `ACTIVE, with ${parts.join(' and ')}.`)];
}

async function readIdentities(
  eum: PinpointSMSVoiceV2Client,
  id: string,
): Promise<OriginationIdentityMetadata[]> {
  const found: OriginationIdentityMetadata[] = [];
  for await (const page of paginateListPoolOriginationIdentities({ client: eum }, { PoolId: id })) {
    found.push(...(page.OriginationIdentities ?? []));
  }
  return found;
}

const isAgent = ({ OriginationIdentityArn: arn = '' }: OriginationIdentityMetadata): boolean =>
  arn.includes(':rcs-agent/');

/** Checks the settings of a pool, which go before those of its numbers. */
function checkState(
  { inboundTopicArn }: DeployedService,
  options: { check: string; found: PoolInformation; isTextable: boolean },
): Finding[] {
  const { check, found, isTextable } = options;
  const update = `${COMMAND} update-pool --pool-id ${found.PoolId}`;
  const findings: Finding[] = [];
  if (found.Status !== 'ACTIVE') {
    findings.push(
      problem(check, `AWS says that it is ${found.Status}: nothing goes out.`, 'Wait, or replace it.'),
    );
  }
  if (isTextable && (!found.TwoWayEnabled || found.TwoWayChannelArn !== inboundTopicArn)) {
    findings.push(
      problem(
        check,
        found.TwoWayEnabled
          ? `Texts to its numbers go to ${found.TwoWayChannelArn}, not to this service: no STOP comes in.`
          : 'Two-way SMS is off: no STOP and no YES comes in.',
        `${update} --two-way-enabled --two-way-channel-arn ${inboundTopicArn}`,
      ),
    );
  }
  if (isTextable && !found.SelfManagedOptOutsEnabled) {
    const finding = `AWS keeps STOP to itself (opt-out list ${found.OptOutListName}): contacts stay in their groups here.`;
    findings.push(warning(check, finding, `${update} --self-managed-opt-outs-enabled`));
  }
  if (!found.DeletionProtectionEnabled) {
    const finding = 'It has no deletion protection: deleted by mistake, it is gone.';
    findings.push(warning(check, finding, `${update} --deletion-protection-enabled`));
  }
  return findings;
}

/** Checks that texts to the numbers of a pool are those of the account that sends from it. */
function checkOwners(
  service: DeployedService,
  { check, numbers, users }: { check: string; numbers: string[]; users: UsedIdentity[] },
): Finding[] {
  const own = new Set(service.numbers.map(({ number, accountId }) => `${accountId} ${number}`));
  return [...new Set(users.map(({ accountId }) => accountId))].flatMap((accountId) => {
    const foreign = numbers.filter((number) => !own.has(`${accountId} ${number}`));
    if (foreign.length === 0) return [];
    return [
      problem(
        check,
        `It has numbers that ${accountId} does not have: ${foreign.join(', ')}. A STOP to them does not reach it.`,
        `operator number add --account ${accountId} --number ${foreign[0]}`,
      ),
    ];
  });
}

/** Checks that a pool has an identity of each country to which a member is limited. An RCS agent is of no country. */
function checkCountries(options: {
  check: string;
  identities: OriginationIdentityMetadata[];
  users: UsedIdentity[];
}): Finding[] {
  const { check, identities, users } = options;
  if (identities.length === 0) return [];
  const of = new Set(identities.map(({ IsoCountryCode: country }) => country));
  const wanted = new Set(users.flatMap(({ countries = [] }) => countries));
  const lacking = [...wanted].filter((country) => !of.has(country)).sort();
  if (lacking.length === 0) return [];
  return [
    warning(
      check,
      `It has no number or sender id of ${lacking.join(', ')}, where a sender uses it.`,
      'Add one, unless its numbers may send there from abroad.',
    ),
  ];
}

async function checkAgents(
  service: DeployedService,
  { check, agents, numbers }: { check: string; agents: OriginationIdentityMetadata[]; numbers: string[] },
): Promise<Finding[]> {
  if (agents.length === 0) return [];
  const findings: Finding[] = [];
  if (numbers.length === 0) {
    const finding = 'It has an RCS agent and no number: phones without RCS get nothing.';
    findings.push(warning(check, finding, 'Add a number to which it can fall back.'));
  }
  if (!(await hasEventsOf(service, 'RCS'))) {
    findings.push(
      problem(
        check,
        'It has an RCS agent, and the configuration set does not publish RCS_ALL: no delivery status of RCS.',
        'Deploy again, or add RCS_ALL to the event destination of the configuration set.',
      ),
    );
  }
  const names = new Set(agents.map(({ OriginationIdentity: name }) => name));
  for await (const page of paginateDescribeRcsAgents({ client: service.eum }, {})) {
    for (const agent of page.RcsAgents ?? []) {
      if (names.has(agent.RcsAgentId) || names.has(agent.RcsAgentArn)) findings.push(...checkAgent(agent));
    }
  }
  return findings;
}

/** Checks whether an RCS agent is launched. Replies by RCS do not reach the service, so AWS has to keep STOP. */
function checkAgent(agent: RcsAgentInformation): Finding[] {
  const { RcsAgentId: id, Status: status, SelfManagedOptOutsEnabled: isSelfManaged } = agent;
  const check = `RCS agent ${id}`;
  const findings: Finding[] = [];
  if (status !== 'ACTIVE') {
    findings.push(
      warning(
        check,
        `It is ${status}: not every carrier delivers for it, and texts fall back to SMS.`,
        'See its launch in the countries, under RCS agents in the console of AWS.',
      ),
    );
  }
  if (isSelfManaged) {
    findings.push(
      problem(
        check,
        'Opt-outs are self-managed, and replies by RCS do not reach this service: a STOP is lost.',
        `${COMMAND} update-rcs-agent --rcs-agent-id ${id} --no-self-managed-opt-outs-enabled`,
      ),
    );
  }
  return findings.length > 0 ? findings : [ok(check, 'ACTIVE; AWS keeps who texts STOP to it.')];
}
