import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { ServiceFunction } from './service-function';
import { inRegion } from './second-region';
import type { SecondRegion } from './settings';
import type { Stage } from './stage';
import { letGo } from './stage-stack';

/** Keys that data are sealed or hashed with, each for the functions that need it, with its ARN in `<NAME>_KEY_ARN`. */
export class SealingKeys extends Construct {
  /**
   * Key that endpoints' secrets are sealed with. Only the worker that signs, the console's function and the operator
   * can read it.
   */
  readonly webhook: ISecret;
  /** Key under whose hashes erased people are kept. */
  readonly erasure: ISecret;
  readonly cursor: ISecret;
  /** Key that people are hashed with in the event archive; absent unless they are hashed. */
  readonly archive: ISecret | undefined;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    const make = (id: string, description: string, name: SharedKey) =>
      makeSharedKey(this, id, { stage, description, name });
    this.webhook = make('Webhook', 'Seals the secrets that webhooks are signed with', 'webhook');
    this.erasure = make('Erasure', 'Hashes the phone numbers of erased people', 'erasure');
    this.cursor = make('Cursor', 'Seals the cursors of lists', 'cursor');
    this.archive =
      stage.eventArchive === 'hash'
        ? make('Archive', 'Hashes phone numbers in the event archive', 'archive')
        : undefined;
    if (this.archive instanceof Secret) letGo(this.archive);
  }

  /** Lets a function seal the secrets of endpoints, and open them. */
  letSeal(handler: ServiceFunction): void {
    give(handler, this.webhook, 'WEBHOOK');
  }

  /** Lets a function hash the people of archived events, if they are hashed. */
  letHashForArchive(handler: ServiceFunction): void {
    if (this.archive) give(handler, this.archive, 'ARCHIVE');
  }

  /** Gives a function the keys that its access to the table, and its lists, need. */
  giveTo(handler: ServiceFunction): void {
    if (handler.hashesErasedPeople) give(handler, this.erasure, 'ERASURE');
    if (handler.sealsCursors) give(handler, this.cursor, 'CURSOR');
  }
}

/** Name of a key that both regions of a stage have. */
type SharedKey = keyof NonNullable<SecondRegion['made']>['keys'];

/** Makes a key that both regions of a stage have: the first one replicates it, and the second one takes the replica. */
export function makeSharedKey(
  scope: Construct,
  id: string,
  options: { stage: Stage; description: string; name: SharedKey },
): ISecret {
  const { stage, name } = options;
  const { region } = stage;
  if (region?.side !== 'second') {
    const key = makeKey(scope, id, options);
    if (region) key.addReplicaRegion(region.settings.region);
    return key as ISecret;
  }
  const arn = region.settings.made?.keys[name];
  if (arn === undefined) throw new Error(`secondRegion.made.keys has no ${name}`);
  return Secret.fromSecretCompleteArn(scope, id, inRegion(arn, region.name));
}

/** Makes a key that leaves the stack as the data do. */
function makeKey(
  scope: Construct,
  id: string,
  { stage, description }: { stage: Stage; description: string },
): Secret {
  return new Secret(scope, id, {
    description,
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
    removalPolicy: stage.removalPolicy,
  });
}

function give(handler: ServiceFunction, key: ISecret, name: string): void {
  key.grantRead(handler);
  handler.addEnvironment(`${name}_KEY_ARN`, key.secretArn);
}
