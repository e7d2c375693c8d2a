import {
  type AddToPrincipalPolicyResult,
  PolicyDocument,
  type PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

/**
 * The role of a Lambda. What it is granted lies within the role, where the CDK makes a resource of its own: a stack may have
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

  /** Actions that it is granted on every resource: those that are about none. */
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
