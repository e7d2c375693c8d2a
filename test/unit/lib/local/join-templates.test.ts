import { joinTemplates, type StackTemplate } from '../../../../lib/local/join-templates';

const DATA: StackTemplate = {
  Resources: { Table: { Type: 'AWS::DynamoDB::GlobalTable' }, CDKMetadata: { Type: 'AWS::CDK::Metadata' } },
  Outputs: {
    ExportsOutputRefTable: { Value: { Ref: 'Table' }, Export: { Name: 'Data:ExportsOutputRefTable' } },
    PublishOutputFnGetAttTableArn: { Value: { 'Fn::GetAtt': ['Table', 'Arn'] } },
  },
  Conditions: { One: true },
};
const ARN = { 'Fn::GetStackOutput': { StackName: 'Data', OutputName: 'PublishOutputFnGetAttTableArn' } };
const NAME = { 'Fn::ImportValue': 'Data:ExportsOutputRefTable' };

const join = (templates: Record<string, StackTemplate>) => joinTemplates(new Map(Object.entries(templates)));
const withProperties = (properties: object): StackTemplate => ({
  Resources: { Handler: { Type: 'AWS::Lambda::Function', Properties: properties } as { Type: string } },
});

it('names the resource itself where a stack names the output of another', () => {
  const api = {
    ...withProperties({ Names: [NAME, 'x'], Arn: { 'Fn::Join': ['', [ARN, '/*']] } }),
    Outputs: { TableName: { Value: NAME } },
    Conditions: { Two: true },
    CDKMetadata: {},
  };

  expect(join({ Api: api, Data: DATA })).toEqual({
    Resources: {
      Table: { Type: 'AWS::DynamoDB::GlobalTable' },
      Handler: {
        Type: 'AWS::Lambda::Function',
        Properties: {
          Names: [{ Ref: 'Table' }, 'x'],
          Arn: { 'Fn::Join': ['', [{ 'Fn::GetAtt': ['Table', 'Arn'] }, '/*']] },
        },
      },
    },
    Outputs: { TableName: { Value: { Ref: 'Table' } } },
    Conditions: { One: true, Two: true },
    CDKMetadata: {},
  });
});

it('follows an output that is itself the output of a third stack', () => {
  const between: StackTemplate = { Resources: {}, Outputs: { PublishOutputName: { Value: NAME } } };
  const name = { 'Fn::GetStackOutput': { StackName: 'Between', OutputName: 'PublishOutputName' } };

  const { Resources } = join({ Data: DATA, Between: between, Api: withProperties({ Name: name }) });

  expect(Resources.Handler).toMatchObject({ Properties: { Name: { Ref: 'Table' } } });
});

it('refuses two resources of one name', () => {
  expect(() => join({ One: DATA, Two: DATA })).toThrow('Two stacks have a resource Table');
});

it('refuses two outputs of one name', () => {
  const withOutput: StackTemplate = { Resources: {}, Outputs: { Url: { Value: 'x' } } };

  expect(() => join({ One: withOutput, Two: withOutput })).toThrow('Two stacks have an output Url');
});

it('refuses the name of an output that no stack has', () => {
  expect(() => join({ Api: withProperties({ Name: NAME }) })).toThrow(
    'No stack has the output Data:ExportsOutputRefTable',
  );
});
