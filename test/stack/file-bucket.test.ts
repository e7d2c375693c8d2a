import { Match, type Template } from 'aws-cdk-lib/assertions';
import { PROD, synthesizeStacks } from '../support/stack/stack-template';

const template = synthesizeStacks(PROD);

interface Resource {
  Properties: Record<string, unknown>;
  Metadata?: { entry?: string };
}
const all = (type: string) => template.findResources(type) as Record<string, Resource>;
const [bucketId = ''] = Object.keys(all('AWS::S3::Bucket')).filter((id) => id.startsWith('FilesBucket'));

it('is private and encrypted, and keeps files for a week', () => {
  expect(all('AWS::S3::Bucket')[bucketId]?.Properties).toMatchObject({
    BucketEncryption: expect.any(Object) as object,
    LifecycleConfiguration: {
      Rules: [
        {
          ExpirationInDays: 7,
          Status: 'Enabled',
          AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
        },
      ],
    },
    PublicAccessBlockConfiguration: {
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    },
  });
});

const corsOf = (ofStage: Template) =>
  Object.values(ofStage.findResources('AWS::S3::Bucket') as Record<string, Resource>).flatMap(
    ({ Properties }) => Properties.CorsConfiguration ?? [],
  );

it('takes uploads from pages of the console only', () => {
  const rule = { AllowedMethods: ['GET', 'PUT'], AllowedHeaders: ['content-type'] };
  const [apiId] = Object.keys(all('AWS::ApiGatewayV2::Api'));
  expect(corsOf(template)).toEqual([
    { CorsRules: [{ ...rule, AllowedOrigins: [{ 'Fn::GetAtt': [apiId, 'ApiEndpoint'] }] }] },
  ]);
  const domain = {
    name: 'api.example.com',
    certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/1',
  };
  expect(corsOf(synthesizeStacks({ ...PROD, domain }))).toEqual([
    { CorsRules: [{ ...rule, AllowedOrigins: ['https://api.example.com'] }] },
  ]);
  expect(corsOf(synthesizeStacks({ console: false }))).toEqual([]);
});

it('tells the console its own origin', () => {
  const assets = Object.values(all('AWS::Lambda::Function')).find(
    ({ Metadata }) => Metadata?.entry === 'functions/console/assets.ts',
  );
  expect(assets?.Properties.Environment).toMatchObject({
    Variables: {
      FILES_ORIGIN: { 'Fn::Join': ['', ['https://', { 'Fn::GetAtt': [bucketId, 'RegionalDomainName'] }]] },
    },
  });
});

it('takes requests by TLS only', () => {
  const denial = { Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } };
  expect(() =>
    template.hasResourceProperties('AWS::S3::BucketPolicy', {
      Bucket: { Ref: bucketId },
      PolicyDocument: { Statement: Match.arrayWith([Match.objectLike(denial)]) },
    }),
  ).not.toThrow();
});

it('is known to the functions of imports, exports and erasures, and to no other', () => {
  const knowing = Object.values(all('AWS::Lambda::Function'))
    .filter(({ Properties }) =>
      JSON.stringify(Properties.Environment ?? {}).includes(`"FILES_BUCKET":{"Ref":"${bucketId}"}`),
    )
    .map(({ Metadata }) => Metadata?.entry ?? '');
  expect(knowing.length).toBeGreaterThan(5);
  expect(knowing.filter((entry) => !/import|export|transfer-contacts|erase-people/.test(entry))).toEqual([]);
});
