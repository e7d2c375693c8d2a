import { HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Construct } from 'constructs';
import { CONSOLE_DATA_HANDLER, CONSOLE_DATA_PATH } from '../../functions/console/routes';
import type { ApiRoutesProps } from './api-routes';
import { ServiceFunction } from './service-function';

/** The console: a few functions, each with one route of the gateway, as a stack has at most 500 resources. */
export class Console extends Construct {
  constructor(scope: Construct, id: string, props: ApiRoutesProps) {
    super(scope, id);
    const { stage, table, environment } = props;
    const { api } = props.gateway;
    const data = new ServiceFunction(this, 'Data', {
      stage,
      table,
      environment,
      entry: CONSOLE_DATA_HANDLER,
    });
    api.addRoutes({
      path: CONSOLE_DATA_PATH,
      methods: [HttpMethod.ANY],
      integration: new HttpLambdaIntegration('Data', data),
    });
  }
}
