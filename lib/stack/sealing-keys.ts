import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { ServiceFunction } from './service-function';
import type { Stage } from './stage';
import { letGo } from './stage-stack';

/** Keys that data are sealed or hashed with, each for the functions that need it, with its ARN in `<NAME>_KEY_ARN`. */
export class SealingKeys extends Construct {
  /**
   * Key that endpoints' secrets are sealed with. Only the worker that signs, the console's function and the operator
   * can read it.
   */
  readonly webhook: Secret;
  /** Key under whose hashes erased people are kept. */
  readonly erasure: Secret;
  private readonly cursor: Secret;
  /** Key that people are hashed with in the event archive; absent unless they are hashed. */
  readonly archive: Secret | undefined;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    const make = (name: string, description: string) => makeKey(this, name, { stage, description });
    this.webhook = make('Webhook', 'Seals the secrets that webhooks are signed with');
    this.erasure = make('Erasure', 'Hashes the phone numbers of erased people');
    this.cursor = make('Cursor', 'Seals the cursors of lists');
    this.archive =
      stage.eventArchive === 'hash'
        ? make('Archive', 'Hashes phone numbers in the event archive')
        : undefined;
    if (this.archive) letGo(this.archive);
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

/** Makes a key that leaves the stack as the data do. */
export function makeKey(
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

function give(handler: ServiceFunction, key: Secret, name: string): void {
  key.grantRead(handler);
  handler.addEnvironment(`${name}_KEY_ARN`, key.secretArn);
}
