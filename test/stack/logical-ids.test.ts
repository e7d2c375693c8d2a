import { synthesizeStacks } from '../support/stack/stack-template';

const template = synthesizeStacks();

/** CloudFormation replaces a resource whose logical id changes, and its data, messages, logs or address are lost. */
it.each([
  ['AWS::DynamoDB::GlobalTable', ['DataTableFDBAD0F2']],
  ['AWS::S3::Bucket', ['FilesBucket7C17EE2E', 'MediaA721A567']],
  [
    'AWS::SecretsManager::Secret',
    ['KeysWebhook7BF2F412', 'KeysErasureE2A6DA6F', 'KeysCursor49585D0D', 'SignInKeyDA3A2C98'],
  ],
  ['AWS::ApiGatewayV2::Api', ['ApiF70053CD']],
  ['AWS::Events::EventBus', ['WorkersBusE06CDB94']],
  ['AWS::SNS::Topic', ['ReceiptsTopic41146D85', 'InboundTopic0D3EE0F5']],
  [
    'AWS::SQS::Queue',
    [
      'WorkersMessagesQueue1ED4E353',
      'WorkersMessagesDeadLetters01172AF2',
      'WorkersChunksQueue9B1C638B',
      'WorkersChunksDeadLetters0D2D55C9',
      'WorkersWebhooksQueue5DBCA626',
      'WorkersWebhooksDeadLetters8ABB2ACA',
      'ReceiptsIntakeQueueB0F89185',
      'ReceiptsIntakeDeadLetters2702F4C1',
      'WebhooksEventsQueue74DAC156',
      'WebhooksEventsDeadLetters25921429',
      'InboundIntakeQueue3A634DC7',
      'InboundIntakeDeadLetters7969DB82',
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
      'ReceiveInboundA5767FC3',
    ],
  ],
])('keeps the logical ids: %s', (type, logicalIds) => {
  expect(Object.keys(template.findResources(type))).toEqual(expect.arrayContaining(logicalIds));
});
