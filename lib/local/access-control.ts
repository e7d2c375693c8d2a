import { AsyncLocalStorage } from 'node:async_hooks';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type AccessRequest, isAllowed, readFunctionPolicies } from './access-policy';
import { accessRequestsOf, readTableKeys, type SdkCommand } from './access-requests';
import { TableClient } from '../../shared/platform/store/client/table-client';
import type { RunAs } from './function-runtime';
import type { Log } from './mappings';
import { accessFileOf } from '../stack/access-file';
import type { Template } from './template';

interface AccessControl {
  /** Runs a call in the name of a function: requests to AWS within it use that function's role. */
  runAs: RunAs;
  uninstall(): void;
}

interface Sender {
  send: (this: unknown, command: SdkCommand, ...rest: unknown[]) => unknown;
}

/** The error that the SDK makes of AWS's answer. */
class AccessDeniedError extends Error {
  override readonly name = 'AccessDeniedException';
  readonly $fault = 'client';
  readonly $metadata = { httpStatusCode: 400 };
}

/** Message of every refusal in the log; the tests look for it. */
export const ACCESS_DENIED = 'Access denied';

/**
 * Checks each call of a function to AWS against the policies of its role in the template, so that a missing grant is
 * found here and not by the first customer. The SDK's clients are checked in `send` of their common class, and the
 * table's own client in its `send`; calls that use neither (media files, by signed requests) are not. The local cloud's
 * own calls, outside a function, are not checked.
 */
export function installAccessControl(options: { template: Template; log: Log }): AccessControl {
  const { template, log } = options;
  const policies = readFunctionPolicies(template);
  const keys = readTableKeys(template);
  const callers = new AsyncLocalStorage<string>();
  const accessFiles = new Map(
    template
      .resources('AWS::Lambda::Function')
      .map(({ logicalId, metadata }) => [logicalId, accessFileOf(String(metadata.entry))]),
  );

  const findDenial = (caller: string, command: SdkCommand): Error | undefined => {
    const denied = accessRequestsOf(command, keys).find(
      (request) => !isAllowed(policies.get(caller) ?? [], request),
    );
    if (!denied) return undefined;
    const declaredIn = accessFiles.get(caller) ?? 'lib/stack';
    const refused = describe(denied);
    log.warn(ACCESS_DENIED, { function: caller, declaredIn, ...refused });
    return new AccessDeniedError(
      `${caller} is not authorized to perform: ${refused.action} on ${refused.keys}. ${declaredIn} says what it may do to the table.`,
    );
  };

  const watch = (prototype: Sender) => {
    const original = prototype.send;
    prototype.send = function send(command, ...rest) {
      const caller = callers.getStore();
      const denial = caller === undefined ? undefined : findDenial(caller, command);
      if (denial) return Promise.reject(denial);
      return original.call(this, command, ...rest);
    };
    return () => void (prototype.send = original);
  };
  const unwatch = [
    watch(Object.getPrototypeOf(DynamoDBClient.prototype) as Sender),
    watch(TableClient.prototype as unknown as Sender),
  ];
  return {
    runAs: (functionLogicalId, call) => callers.run(functionLogicalId, call),
    uninstall: () => unwatch.forEach((restore) => restore()),
  };
}

/** Describes a request for the log. Keys hold phone numbers, so only the part before the first `#` is logged. */
function describe({ action, resource, context }: AccessRequest) {
  const keys = Object.values(context).flat();
  return { action, resource, keys: [...new Set(keys.map((key) => key.split('#')[0]))].join(', ') };
}
