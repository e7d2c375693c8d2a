import {
  LOCAL_ACCOUNT_ID,
  LOCAL_REGION,
  type Reference,
  type Template,
  type TemplateResource,
} from './template';

/** Addresses of the parts of the local cloud, without a slash at the end. */
interface CloudAddresses {
  /** Address of the HTTP API. */
  baseUrl: string;
  /** Origin of queue URLs. */
  sqs: string;
}

const NAME_PROPERTIES: Readonly<Record<string, string>> = {
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::Events::EventBus': 'Name',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::SNS::Topic': 'TopicName',
  'AWS::SQS::Queue': 'QueueName',
};

/** Sets the name of each of the template's resources in the local cloud. */
export function setLocalReferences(template: Template, addresses: CloudAddresses): void {
  for (const resource of template.allResources()) {
    template.setReference(resource.logicalId, localReference(resource, addresses));
  }
}

/** Returns the physical name: the one that the template sets, else the logical id. */
export function physicalName(resource: TemplateResource): string {
  const given = resource.properties[NAME_PROPERTIES[resource.type] ?? ''];
  return typeof given === 'string' ? given : resource.logicalId;
}

/** Returns the values of `Ref` and `Fn::GetAtt`, in the shapes of AWS, since functions read the parts of an ARN. */
export function localReference(resource: TemplateResource, addresses: CloudAddresses): Reference {
  const name = physicalName(resource);
  switch (resource.type) {
    case 'AWS::SQS::Queue': {
      const url = `${addresses.sqs}/${LOCAL_ACCOUNT_ID}/${name}`;
      return { ref: url, attributes: { Arn: arn('sqs', name), QueueName: name, QueueUrl: url } };
    }
    case 'AWS::SNS::Topic':
      return { ref: arn('sns', name), attributes: { TopicArn: arn('sns', name), TopicName: name } };
    case 'AWS::S3::Bucket': {
      const bucket = name.toLowerCase();
      return {
        ref: bucket,
        attributes: {
          Arn: `arn:aws:s3:::${bucket}`,
          DomainName: `${bucket}.s3.amazonaws.com`,
          RegionalDomainName: `${bucket}.s3.${LOCAL_REGION}.amazonaws.com`,
        },
      };
    }
    case 'AWS::DynamoDB::Table': {
      const tableArn = arn('dynamodb', `table/${name}`);
      return { ref: name, attributes: { Arn: tableArn, StreamArn: `${tableArn}/stream/local` } };
    }
    case 'AWS::Lambda::Function':
      return { ref: name, attributes: { Arn: arn('lambda', `function:${name}`) } };
    case 'AWS::Events::EventBus':
      return { ref: name, attributes: { Arn: arn('events', `event-bus/${name}`), Name: name } };
    case 'AWS::ApiGatewayV2::Api':
      return { ref: 'local', attributes: { ApiId: 'local', ApiEndpoint: addresses.baseUrl } };
    default:
      return { ref: name, attributes: { Arn: arn('local', name), Id: name, Name: name } };
  }
}

function arn(service: string, resource: string): string {
  return `arn:aws:${service}:${LOCAL_REGION}:${LOCAL_ACCOUNT_ID}:${resource}`;
}
