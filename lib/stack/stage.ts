import { RemovalPolicy } from 'aws-cdk-lib';
import type { Node } from 'constructs';

/** What differs between a stage that may be thrown away and one that people rely on. Told by CDK context. */
export interface Stage {
  name: string;
  removalPolicy: RemovalPolicy;
  /** Guards the table, and with it everything that people trusted us with, against deletion. */
  deletionProtection: boolean;
  provider: 'simulator' | 'eum';
  simulatorUrl: string | undefined;
  /** Whether STOP and HELP are answered for accounts that do not say: End User Messaging may do so by itself. */
  keywordReplies: 'on' | 'off';
  /** Of AWS End User Messaging. */
  eum: {
    /** One that exists already, event destination included; absent: the stack makes its own. */
    configurationSet: string | undefined;
    messageType: 'TRANSACTIONAL' | 'PROMOTIONAL' | undefined;
  };
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
  const provider = readChoice(node, 'provider', ['simulator', 'eum']) ?? 'simulator';
  return {
    name,
    removalPolicy: removal === 'retain' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    deletionProtection: removal === 'retain',
    provider,
    simulatorUrl: readText(node, 'simulatorUrl'),
    keywordReplies: readChoice(node, 'keywordReplies', ['on', 'off']) ?? (provider === 'eum' ? 'off' : 'on'),
    eum: {
      configurationSet: readText(node, 'eumConfigurationSet'),
      messageType: readChoice(node, 'eumMessageType', ['TRANSACTIONAL', 'PROMOTIONAL']),
    },
  };
}

function readChoice<Choice extends string>(
  node: Node,
  key: string,
  choices: readonly Choice[],
): Choice | undefined {
  const text = readText(node, key);
  const choice = choices.find((one) => one === text);
  if (text !== undefined && choice === undefined) {
    throw new Error(`-c ${key}=${text}: expected ${choices.join(' or ')}`);
  }
  return choice;
}

function readText(node: Node, key: string): string | undefined {
  const value: unknown = node.tryGetContext(key);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
