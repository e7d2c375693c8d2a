import type { PolicyStatement as CdkStatement } from 'aws-cdk-lib/aws-iam';
import { isAllowed, type PolicyStatement, readStatements } from '../../../lib/local/access-policy';
import { accessRequestsOf, type SdkCommand } from '../../../lib/local/access-requests';
import { accessOf, grantTableAccess } from '../../../lib/stack/table-access';
import { CONTACT_INDEX, DUE_INDEX, MESSAGE_INDEX, TEXT_INDEX } from '../../../shared/platform/store/keys';

const KEYS = {
  partitionKey: 'pk',
  byIndex: {
    [DUE_INDEX]: 'gsi1pk',
    [CONTACT_INDEX]: 'gsi2pk',
    [TEXT_INDEX]: 'gsi3pk',
    [MESSAGE_INDEX]: 'gsi4pk',
  },
};
const ANY_TABLE = 'arn:aws:dynamodb:*:*:table/*';

const policies = new Map<string, PolicyStatement[]>();

/** AWS's error for a call that the function's role does not allow. */
export class AccessDeniedError extends Error {
  override readonly name = 'AccessDeniedException';
}

/**
 * Checks that a function may make a call to the table.
 *
 * @param entry such as `functions/workers/send-chunk.ts`
 * @throws AccessDeniedError
 */
export function checkTableGrant(entry: string, command: SdkCommand): void {
  const denied = accessRequestsOf(command, KEYS).find((request) => !isAllowed(policyOf(entry), request));
  if (!denied) return;
  const [key = ''] = denied.context['dynamodb:LeadingKeys'] ?? [];
  throw new AccessDeniedError(`${entry} lacks ${denied.action} on ${key.split('#')[0] ?? ''}`);
}

function policyOf(entry: string): PolicyStatement[] {
  const known = policies.get(entry);
  if (known) return known;
  const granted: CdkStatement[] = [];
  const addToRolePolicy = (statement: CdkStatement) => {
    granted.push(statement);
    return { statementAdded: true };
  };
  grantTableAccess({ tableArn: ANY_TABLE }, { addToRolePolicy }, accessOf(entry));
  const statements = readStatements({ Statement: granted.map((one) => one.toStatementJson() as object) });
  policies.set(entry, statements);
  return statements;
}
