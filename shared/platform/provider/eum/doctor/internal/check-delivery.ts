import {
  type ConfigurationSetInformation,
  DescribeConfigurationSetsCommand,
} from '@aws-sdk/client-pinpoint-sms-voice-v2';
import type { DeployedService } from '../deployed-service';
import { type Finding, ok, problem } from '../../../../finding';

const CHECK = 'configuration set';
const WANTED = ['TEXT', 'MEDIA'] as const;

/** Checks that receipts of texts and media reach the service. */
export async function checkConfigurationSet(service: DeployedService): Promise<Finding[]> {
  const found = await readConfigurationSet(service);
  const name = service.configurationSet;
  if (!found) {
    return [
      problem(
        CHECK,
        name === undefined ? 'The stack names none.' : `AWS does not have ${name}: sends are refused.`,
        'Deploy again, with a stage whose provider has no configurationSet or the name of one that exists.',
      ),
    ];
  }
  const lacking = WANTED.filter((kind) => !publishes(service, { found, kind }));
  if (lacking.length === 0) return [ok(CHECK, `${name} publishes all events to the receipt topic.`)];
  const types = lacking.map((kind) => `${kind}_ALL`).join(',');
  return [
    problem(
      CHECK,
      `${name} does not publish ${types} to the receipt topic: no delivery status, or not every one.`,
      `aws pinpoint-sms-voice-v2 create-event-destination --configuration-set-name ${name} --event-destination-name receipts --matching-event-types ${types} --sns-destination TopicArn=${service.receiptTopicArn}`,
    ),
  ];
}

type Kind = 'TEXT' | 'MEDIA' | 'RCS';

function publishes(
  { receiptTopicArn }: DeployedService,
  { found, kind }: { found: ConfigurationSetInformation; kind: Kind },
): boolean {
  return (found.EventDestinations ?? [])
    .filter(({ Enabled, SnsDestination }) => Enabled && SnsDestination?.TopicArn === receiptTopicArn)
    .flatMap(({ MatchingEventTypes: types }) => types ?? [])
    .some((type) => type === 'ALL' || type === `${kind}_ALL`);
}

/** Returns false when events of a kind are not published to the receipt topic; without a set that is another finding. */
export async function hasEventsOf(service: DeployedService, kind: Kind): Promise<boolean> {
  const found = await readConfigurationSet(service);
  return found === undefined || publishes(service, { found, kind });
}

export async function readConfigurationSet({
  eum,
  configurationSet: name,
}: DeployedService): Promise<ConfigurationSetInformation | undefined> {
  if (name === undefined) return undefined;
  try {
    const answer = await eum.send(new DescribeConfigurationSetsCommand({ ConfigurationSetNames: [name] }));
    return answer.ConfigurationSets?.[0];
  } catch (error) {
    if (error instanceof Error && error.name === 'ResourceNotFoundException') return undefined;
    throw error;
  }
}
