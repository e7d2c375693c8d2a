import type { QueueName } from './queues';

/** What a function is told by its environment; the stack sets exactly these names. */
export interface Config {
  tableName: string;
  /** Where the API answers, without a slash at the end; the base of `moreInfo` and `Location`. */
  baseUrl: string;
  provider: ProviderConfig;
  /** Only functions that put work on the queue know its address. */
  queueUrl: (queue: QueueName) => string;
  eventBusName: () => string;
}

export type ProviderConfig = { name: 'simulator'; simulatorUrl: string };

type Environment = Record<string, string | undefined>;

/** Throws with the variable's name when one is missing: a wrong deployment should fail at the first request. */
export function readConfig(environment: Environment = process.env): Config {
  return {
    tableName: required(environment, 'TABLE_NAME'),
    baseUrl: required(environment, 'BASE_URL').replace(/\/+$/, ''),
    provider: readProviderConfig(environment),
    queueUrl: (queue) => required(environment, `${queue.toUpperCase()}_QUEUE_URL`),
    eventBusName: () => required(environment, 'EVENT_BUS_NAME'),
  };
}

function readProviderConfig(environment: Environment): ProviderConfig {
  const name = required(environment, 'PROVIDER');
  switch (name) {
    case 'simulator':
      return { name, simulatorUrl: required(environment, 'SIMULATOR_URL') };
    default:
      throw new Error(`PROVIDER is ${JSON.stringify(name)}: expected simulator`);
  }
}

function required(environment: Environment, name: string): string {
  const value = environment[name];
  if (!value) throw new Error(`The environment variable ${name} is not set`);
  return value;
}
