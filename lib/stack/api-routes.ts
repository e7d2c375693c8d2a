import { HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { DEFAULT_ROUTE_HANDLER, ROUTES } from '../../functions/http/routes';
import type { Api } from './api';
import { ServiceFunction } from './service-function';
import type { Stage } from './stage';

export interface ApiRoutesProps {
  stage: Stage;
  gateway: Api;
  table: Table;
  environment: Record<string, string>;
}

/** Each row of the route table with its own Lambda, and `$default` for everything else. */
export class ApiRoutes extends Construct {
  /** The functions behind the routes, by operation. */
  readonly handlers: ReadonlyMap<string, ServiceFunction>;

  constructor(scope: Construct, id: string, props: ApiRoutesProps) {
    super(scope, id);
    const makeFunction = (name: string, entry: string) =>
      new ServiceFunction(this, name, {
        stage: props.stage,
        entry,
        environment: props.environment,
        table: props.table,
      });

    const handlers = new Map<string, ServiceFunction>();
    this.handlers = handlers;
    const { api } = props.gateway;
    const publicRoutes = new Map<string, HttpRoute>();
    for (const route of ROUTES) {
      const name = route.operationId.charAt(0).toUpperCase() + route.operationId.slice(1);
      const handler = makeFunction(name, route.handler);
      handlers.set(route.operationId, handler);
      const [added] = api.addRoutes({
        path: route.path,
        methods: [HttpMethod[route.method]],
        integration: new HttpLambdaIntegration(name, handler),
      });
      if (route.authentication === 'none' && added) {
        publicRoutes.set(`${route.method} ${route.path}`, added);
      }
    }
    const unknownRoute = makeFunction('UnknownRoute', DEFAULT_ROUTE_HANDLER);
    const defaultRoute = new HttpRoute(this, 'DefaultRoute', {
      httpApi: api,
      routeKey: HttpRouteKey.DEFAULT,
      integration: new HttpLambdaIntegration('UnknownRoute', unknownRoute),
    });
    publicRoutes.set(HttpRouteKey.DEFAULT.key, defaultRoute);
    props.gateway.limitPublicRoutes(publicRoutes);
  }
}
