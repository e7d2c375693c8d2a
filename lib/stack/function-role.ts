import {
  type AddToPrincipalPolicyResult,
  PolicyDocument,
  type PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

/**
 * Role of a Lambda. Its grants lie within the role, where the CDK would make a resource of its own: a stack may have
 * 500 of them.
 */
export class FunctionRole extends Role {
  readonly #granted: PolicyDocument;

  constructor(scope: Construct, id: string) {
    const granted = new PolicyDocument();
    super(scope, id, {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { granted },
    });
    this.#granted = granted;
  }

  /** Returns the actions that the role grants on every resource, because they have none. */
  get actionsOnAnything(): string[] {
    const { Statement: statements = [] } = (this.#granted.toJSON() ?? {}) as {
      Statement?: ReadonlyArray<{ Action: string | string[]; Resource: unknown }>;
    };
    return statements.flatMap(({ Action, Resource }) => (Resource === '*' ? Action : []));
  }

  override addToPrincipalPolicy(statement: PolicyStatement): AddToPrincipalPolicyResult {
    this.#granted.addStatements(statement);
    return { statementAdded: true, policyDependable: this };
  }
}
