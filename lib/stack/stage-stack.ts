import { CrossStackReferences, ReferenceStrength, Stack, Tags } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Stage } from './stage';

/** One of the stacks of a stage. Nothing in it has a fixed name, so that stages never collide. */
export class StageStack extends Stack {
  readonly stage: Stage;

  /** @param options.part absent: the stack that a stage is known by, with its outputs */
  constructor(scope: Construct, stage: Stage, options: { part?: 'Data' | 'Workers'; description: string }) {
    const { part, description } = options;
    const { region } = stage;
    const names = ['Messaging', stage.name, ...(region?.side === 'second' ? ['Second'] : [])];
    super(scope, [...names, ...(part ? [part] : [])].join('-'), {
      description,
      ...(region && { env: { region: region.name } }),
    });
    this.stage = stage;
    this.terminationProtection = stage.deletion === 'protected';
    Tags.of(this).add('service', 'messaging-service');
    Tags.of(this).add('stage', stage.name);
  }
}

/**
 * Lets a resource leave its stack while another one still names it: a deployment that takes it away begins with the
 * stack of the data.
 */
export function letGo(resource: Construct): void {
  CrossStackReferences.of(resource).produce(ReferenceStrength.WEAK);
}
