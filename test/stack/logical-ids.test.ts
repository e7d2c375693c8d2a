import { synthesizeStacks } from '../support/stack/stack-template';

const template = synthesizeStacks();

/** CloudFormation replaces a resource whose logical id changes, and its data, messages, logs or address are lost. */
it.each([
  ['AWS::DynamoDB::Table', ['DataTableFDBAD0F2']],
  ['AWS::S3::Bucket', ['EndUserMessagingMediaE4ECA442']],
  ['AWS::SecretsManager::Secret', ['WebhooksKey2AAB7A4F']],
  ['AWS::ApiGatewayV2::Api', ['GatewayApi4EDF2151']],
  ['AWS::Events::EventBus', ['WorkersBusE06CDB94']],
  ['AWS::SNS::Topic', ['WorkersReceiptsTopicB2B86571', 'InboundTextsTopicBF56F610']],
  [
    'AWS::SQS::Queue',
    [
      'WorkersMessagesQueue1ED4E353',
      'WorkersMessagesDeadLetters01172AF2',
      'WorkersChunksQueue9B1C638B',
      'WorkersChunksDeadLetters0D2D55C9',
      'WorkersWebhooksQueue5DBCA626',
      'WorkersWebhooksDeadLetters8ABB2ACA',
      'WorkersReceiptsIntakeQueue56CF5EDF',
      'WorkersReceiptsIntakeDeadLettersDCF62745',
      'WebhooksEventsQueue74DAC156',
      'WebhooksEventsDeadLetters25921429',
      'InboundTextsIntakeQueueEEB63203',
      'InboundTextsIntakeDeadLettersFA091C7F',
      'WorkersOutboxRelayDeadLettersD74AC14E',
      'WorkersTimerDeadLettersB0B76863',
    ],
  ],
  [
    'AWS::Lambda::Function',
    [
      'WorkersOutboxRelay83CAA6C8',
      'WorkersSendMessage00941B1B',
      'WorkersSendChunk27B75279',
      'WorkersRecordReceipt64745EE4',
      'WorkersWakeDue1E878253',
      'WebhooksFanOutFFC4485A',
      'WebhooksDeliver706577FB',
      'InboundReceiveB1F72E3D',
    ],
  ],
])('keeps the logical ids of the first release: %s', (type, logicalIds) => {
  expect(Object.keys(template.findResources(type))).toEqual(expect.arrayContaining(logicalIds));
});
