import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { DataTable } from './data-table';
import { MessagingApi } from './http-api';
import { readStage } from './stage';

/** The whole service in one stack. Nothing in it has a fixed name, so that stages never collide. */
export class MessagingStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps = {}) {
    super(scope, id, props);
    const stage = readStage(this.node);
    const { table } = new DataTable(this, 'Data', stage);
    const environment = {
      TABLE_NAME: table.tableName,
      PROVIDER: stage.provider,
      ...(stage.simulatorUrl && { SIMULATOR_URL: stage.simulatorUrl }),
      NODE_OPTIONS: '--enable-source-maps',
    };
    const { api } = new MessagingApi(this, 'Http', { stage, table, environment });

    new CfnOutput(this, 'TableName', { value: table.tableName });
    new CfnOutput(this, 'BaseUrl', { value: api.apiEndpoint });
  }
}
