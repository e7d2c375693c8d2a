import { CrossStackReferences, ReferenceStrength, Stack, Tags } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Stage } from './stage';

interface StackOptions {
  /** Absent: the stack that a stage is known by, with its outputs. */
  part?: 'Data' | 'Workers' | 'Edge';
  description: string;
  /** Absent: the region that the stage is deployed to. */
  region?: string;
}

/** One of the stacks of a stage. Nothing in it has a fixed name, so that stages never collide. */
export class StageStack extends Stack {
  readonly stage: Stage;

  constructor(scope: Construct, stage: Stage, options: StackOptions) {
    const { part, description, region = stage.region?.name } = options;
    const names = ['Messaging', stage.name, ...(stage.region?.side === 'second' ? ['Second'] : [])];
    super(scope, [...names, ...(part ? [part] : [])].join('-'), {
      description,
      ...(region !== undefined && { env: { region } }),
    });
    this.stage = stage;
    this.terminationProtection = stage.deletion === 'protected';
    Tags.of(this).add('service', 'messaging-service');
    Tags.of(this).add('stage', stage.name);
  }
}

/** Lets a resource leave its stack while another one still names it, which is deployed later. */
export function letGo(resource: Construct): void {
  CrossStackReferences.of(resource).produce(ReferenceStrength.WEAK);
}
