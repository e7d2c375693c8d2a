import {
  arn,
  LOCAL_REGION,
  localReference,
  physicalName,
  Template,
  type TemplateResource,
} from '../../../lib/local/template';
import { joinStacks } from './stack-template';
import type { MessagingStacks } from '../../../lib/stack/messaging-stacks';

/** One of the longest names of a region. */
const REGION = 'ap-southeast-2';
/** CloudFormation ends the name of a resource with a dash and so many characters. */
const SUFFIX = `-${'X'.repeat(13)}`;
const MOST_CHARACTERS: Readonly<Record<string, number>> = {
  'AWS::Lambda::Function': 64,
  'AWS::S3::Bucket': 63,
  'AWS::SQS::Queue': 80,
};
const MOST_OF_ANY_NAME = 255;

/** Template of a stage whose references have values as long as AWS makes them. */
export interface NamedTemplate {
  resources: TemplateResource[];
  /** Returns a part of a template as AWS gets it. */
  resolve: (part: unknown) => unknown;
}

/** Returns the template of a stage as AWS gets it, in a region with a long name. */
export function nameAsAws(stacks: MessagingStacks): NamedTemplate {
  const template = new Template(joinStacks(stacks));
  const stack = stacks.workers.stackName;
  for (const resource of template.allResources()) {
    template.setReference(resource.logicalId, awsReference(resource, stack));
  }
  return {
    resources: template.allResources(),
    resolve: (part) =>
      JSON.parse(JSON.stringify(template.resolve(part) ?? null).replaceAll(LOCAL_REGION, REGION)) as unknown,
  };
}

function awsReference(resource: TemplateResource, stack: string): ReturnType<typeof localReference> {
  const name = longName(resource, stack);
  const named = { ...resource, logicalId: name };
  const reference = localReference(named, {
    baseUrl: `https://a1b2c3d4e5.execute-api.${REGION}.amazonaws.com`,
    sqs: `https://sqs.${REGION}.amazonaws.com`,
  });
  switch (resource.type) {
    case 'AWS::SecretsManager::Secret':
      return { ...reference, ref: arn('secretsmanager', `secret:${resource.logicalId}${SUFFIX}-abcdef`) };
    case 'AWS::Cognito::UserPool': {
      const pool = `${REGION}_AbCdEfGhI`;
      const ProviderURL = `https://cognito-idp.${REGION}.amazonaws.com/${pool}`;
      return { ref: pool, attributes: { ...reference.attributes, ProviderURL } };
    }
    default:
      return reference;
  }
}

function longName(resource: TemplateResource, stack: string): string {
  const given = physicalName(resource);
  if (given !== resource.logicalId) return given;
  const most = (MOST_CHARACTERS[resource.type] ?? MOST_OF_ANY_NAME) - SUFFIX.length;
  return `${stack}-${resource.logicalId}`.slice(0, most) + SUFFIX;
}
