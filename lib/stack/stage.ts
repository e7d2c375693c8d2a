import { RemovalPolicy } from 'aws-cdk-lib';
import type { Node } from 'constructs';

/** What differs between a stage that may be thrown away and one that people rely on. Told by CDK context. */
export interface Stage {
  name: string;
  removalPolicy: RemovalPolicy;
  /** Guards the table, and with it everything that people trusted us with, against deletion. */
  deletionProtection: boolean;
  provider: 'simulator';
  simulatorUrl: string | undefined;
}

/**
 * Reads `-c stage=prod`, `-c removal=destroy|retain` and the provider's settings.
 *
 * The stage `prod` keeps its data when the stack is deleted unless `removal` says otherwise; every other stage does not.
 */
export function readStage(node: Node): Stage {
  const name = readText(node, 'stage') ?? 'dev';
  if (!/^[a-z][a-z0-9-]{0,19}$/.test(name)) {
    throw new Error(`-c stage=${name}: expected up to 20 lower-case letters, digits and dashes`);
  }
  const removal = readText(node, 'removal') ?? (name === 'prod' ? 'retain' : 'destroy');
  if (removal !== 'retain' && removal !== 'destroy') {
    throw new Error(`-c removal=${removal}: expected retain or destroy`);
  }
  return {
    name,
    removalPolicy: removal === 'retain' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    deletionProtection: removal === 'retain',
    provider: 'simulator',
    simulatorUrl: readText(node, 'simulatorUrl'),
  };
}

function readText(node: Node, key: string): string | undefined {
  const value: unknown = node.tryGetContext(key);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
