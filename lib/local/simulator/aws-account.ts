import { type AwsFault, FAULTS } from './aws-faults';
import { type AwsState, healthyState, type StackResources } from './aws-state';

/** AWS account that the local service seems to run in. It has no faults but those that are set. */
export interface AwsAccount {
  read(): Promise<AwsState>;
  setFaults(faults: readonly AwsFault[]): void;
}

interface AwsAccountOptions extends StackResources {
  /** Returns the numbers that AWS has given to the account. */
  numbers: () => Promise<string[]>;
}

export function createAwsAccount(options: AwsAccountOptions): AwsAccount {
  let faults: readonly AwsFault[] = [];
  return {
    read: async () => {
      const healthy = healthyState(options, await options.numbers());
      return faults.reduce((state, fault) => ({ ...state, ...FAULTS[fault](state) }), healthy);
    },
    setFaults: (next) => {
      faults = next;
    },
  };
}
