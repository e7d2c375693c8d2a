import { localClientEnvironment } from '../../../../lib/operator/local-target';

describe('the environment for the local service', () => {
  it('points every client at it, whatever account the shell is set up for', () => {
    const environment = localClientEnvironment({
      region: 'us-east-1',
      endpoints: {
        dynamodb: 'http://127.0.0.1:1',
        sqs: 'http://127.0.0.1:2',
        sns: 'http://127.0.0.1:3',
        s3: 'http://127.0.0.1:4',
        events: 'http://127.0.0.1:5',
        lambda: 'http://127.0.0.1:6',
        simulator: 'http://127.0.0.1:7',
      },
      environment: {
        TABLE_NAME: 'Table',
        AWS_REGION: 'eu-west-1',
        AWS_ACCESS_KEY_ID: 'LOCAL1',
        AWS_SECRET_ACCESS_KEY: 'local',
      },
    });

    expect(environment).toEqual({
      TABLE_NAME: 'Table',
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'LOCAL1',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_SESSION_TOKEN: undefined,
      AWS_PROFILE: undefined,
      AWS_ENDPOINT_URL: undefined,
      AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: undefined,
      AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1',
      AWS_ENDPOINT_URL_SQS: 'http://127.0.0.1:2',
      AWS_ENDPOINT_URL_SNS: 'http://127.0.0.1:3',
      AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:4',
      AWS_ENDPOINT_URL_EVENTBRIDGE: 'http://127.0.0.1:5',
      AWS_ENDPOINT_URL_LAMBDA: 'http://127.0.0.1:6',
    });
  });
});
