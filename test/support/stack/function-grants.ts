import { isAllowed, readFunctionPolicies } from '../../../lib/local/access-policy';
import { setLocalReferences, Template } from '../../../lib/local/template';
import { PARTITIONS, type Partition } from '../../../shared/platform/store/keys';
import { synthesizeStacks } from './stack-template';

const document = synthesizeStacks().toJSON() as {
  Resources: Record<string, { Type: string; Properties: Record<string, unknown> }>;
};
export const template = new Template(document);
setLocalReferences(template, { baseUrl: 'http://localhost:3000', sqs: 'http://127.0.0.1:9' });
const policies = readFunctionPolicies(template);
const [table] = template.resources('AWS::DynamoDB::GlobalTable');
export const tableArn = String(template.resolve({ 'Fn::GetAtt': [table?.logicalId, 'Arn'] }));

/** Grants of the roles, by the file of the handler. */
export const functions = new Map(
  template
    .resources('AWS::Lambda::Function')
    .filter(({ metadata }) => typeof metadata.entry === 'string')
    .map(({ logicalId, metadata }) => [metadata.entry as string, policies.get(logicalId) ?? []]),
);

export const may = (entry: string, action: string, leadingKeys: string[], resource = tableArn) =>
  isAllowed(functions.get(entry) ?? [], {
    action: `dynamodb:${action}`,
    resource,
    // No statement names this attribute, so grants for some attributes only do not count.
    context: { 'dynamodb:LeadingKeys': leadingKeys, 'dynamodb:Attributes': ['anything'] },
  });

/** Returns true when a function may make a write that names these attributes besides the key. */
export const mayWrite = (
  entry: string,
  write: { action: string; partition: Partition; attributes?: readonly string[] },
) =>
  isAllowed(functions.get(entry) ?? [], {
    action: `dynamodb:${write.action}`,
    resource: tableArn,
    context: {
      'dynamodb:LeadingKeys': [`${PARTITIONS[write.partition]}x`],
      'dynamodb:Attributes': ['pk', 'sk', ...(write.attributes ?? [])],
    },
  });

export const READS = ['GetItem', 'BatchGetItem', 'Query'];
export const WRITES = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'];
const partitions = Object.keys(PARTITIONS) as Partition[];
export const allowedPartitions = (entry: string, actions: string[]) =>
  partitions.filter((partition) =>
    actions.some((action) => may(entry, action, [`${PARTITIONS[partition]}x`])),
  );

/** Returns the partitions in which a function may write at all, even if only some attributes. */
export const writablePartitions = (entry: string) =>
  partitions.filter((partition) => mayWriteAny(entry, { partition }));

/** Returns true when a function may make any kind of write that names these attributes besides the key. */
export const mayWriteAny = (entry: string, write: { partition: Partition; attributes?: readonly string[] }) =>
  WRITES.some((action) => mayWrite(entry, { ...write, action }));
