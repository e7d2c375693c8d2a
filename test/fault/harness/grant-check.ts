import { AsyncLocalStorage } from 'node:async_hooks';
import type { PolicyStatement as CdkStatement } from 'aws-cdk-lib/aws-iam';
import { isAllowed, type PolicyStatement, readStatements } from '../../../lib/local/access-policy';
import { accessRequestsOf, type SdkCommand } from '../../../lib/local/access-requests';
import { accessOf, grantTableAccess } from '../../../lib/stack/table-access';
import { CONTACT_INDEX, DUE_INDEX } from '../../../shared/platform/store/keys';

const KEYS = { partitionKey: 'pk', byIndex: { [DUE_INDEX]: 'gsi1pk', [CONTACT_INDEX]: 'gsi2pk' } };
const ANY_TABLE = 'arn:aws:dynamodb:*:*:table/*';

const policies = new Map<string, PolicyStatement[]>();

/** As AWS answers a call that the function's role does not allow. */
class AccessDeniedError extends Error {
  override readonly name = 'AccessDeniedException';
}

/**
 * Holds every call of a function to the table against its grants. What a function does only when something goes wrong no
 * other test does in its name.
 */
export class GrantCheck {
  /** What functions did without a grant. */
  readonly denied = new Set<string>();
  private readonly callers = new AsyncLocalStorage<string>();

  /** @param entry such as `functions/workers/send-chunk.ts` */
  runAs<T>(entry: string, act: () => Promise<T>): Promise<T> {
    return this.callers.run(entry, act);
  }

  /** @throws AccessDeniedError */
  check(command: SdkCommand): void {
    const entry = this.callers.getStore();
    if (entry === undefined) return;
    const denied = accessRequestsOf(command, KEYS).find((request) => !isAllowed(policyOf(entry), request));
    if (!denied) return;
    const [key = ''] = denied.context['dynamodb:LeadingKeys'] ?? [];
    const what = `${entry} lacks ${denied.action} on ${key.split('#')[0] ?? ''}`;
    this.denied.add(what);
    throw new AccessDeniedError(what);
  }
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
