import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Construct } from 'constructs';
import { ApiRoutes } from './api-routes';
import { DataTable } from './data-table';
import { EndUserMessaging } from './end-user-messaging';
import { Inbound } from './inbound';
import { readStage } from './stage';
import { Webhooks } from './webhooks';
import { Workers } from './workers';

/** The whole service in one stack. Nothing in it has a fixed name, so that stages never collide. */
export class MessagingStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps = {}) {
    super(scope, id, props);
    const stage = readStage(this.node);
    const { table } = new DataTable(this, 'Data', stage);
    const api = new HttpApi(this, 'Api', { description: 'Messaging service' });
    const environment = {
      TABLE_NAME: table.tableName,
      BASE_URL: api.apiEndpoint,
      PROVIDER: stage.provider,
      ...(stage.simulatorUrl && { SIMULATOR_URL: stage.simulatorUrl }),
      NODE_OPTIONS: '--enable-source-maps',
    };
    const { handlers } = new ApiRoutes(this, 'Http', { stage, api, table, environment });
    const { bus, queues, senders, receiptTopic } = new Workers(this, 'Workers', {
      stage,
      table,
      environment,
    });
    const { key } = new Webhooks(this, 'Webhooks', {
      stage,
      table,
      environment,
      bus,
      webhookQueue: queues.webhook,
    });
    const inbound = new Inbound(this, 'Inbound', { stage, table, environment });
    if (stage.provider === 'eum') {
      const sendMessage = handlers.get('sendMessage');
      new EndUserMessaging(this, 'EndUserMessaging', {
        stage,
        receiptTopic,
        senders: [...senders, ...(sendMessage ? [sendMessage] : [])],
      });
    }

    new CfnOutput(this, 'TableName', { value: table.tableName });
    new CfnOutput(this, 'BaseUrl', { value: api.apiEndpoint });
    new CfnOutput(this, 'InboundTopicArn', { value: inbound.topic.topicArn });
    new CfnOutput(this, 'WebhookKeyArn', { value: key.secretArn });
  }
}
