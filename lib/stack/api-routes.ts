import { Aws, Fn } from 'aws-cdk-lib';
import { type HttpApi, HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { EDGE_LINK_HANDLER } from '../../functions/edge/handler';
import { DEFAULT_ROUTE_HANDLER, ROUTES } from '../../functions/http/routes';
import { TWILIO_GATEWAY_PATH, TWILIO_HANDLER } from '../../functions/twilio/routes';
import type { Route } from '../../shared/http/route';
import { DEFAULT_ROUTE_REQUESTS, PUBLIC_ROUTE_REQUESTS, type PublicRoutes } from './entrance';
import { ServiceFunction } from './service-function';
import type { Stage } from './stage';

export interface ApiRoutesProps {
  stage: Stage;
  /** API that the routes are added to; it belongs to another stack. */
  api: HttpApi;
  table: ITableV2;
  environment: Record<string, string>;
}

/**
 * First segment of the paths under which CloudFront asks for links: the UUID that AWS gives to the stack. Strangers do not
 * know it, and so use up another limit, that of `$default`. Nothing else depends on it.
 */
export const EDGE_PATH = Fn.select(2, Fn.split('/', Aws.STACK_ID));

/**
 * Routes of the API: each row of the route table with a Lambda, its own or one that it shares with the other rows of
 * its handler; one for everything in Twilio's form; and `$default` for everything else. Link domains that
 * CloudFront answers have one more, with the limit of other routes.
 */
export class ApiRoutes extends Construct {
  /** Functions of the routes, by operation. */
  readonly handlers: ReadonlyMap<string, ServiceFunction>;
  /** Routes without credentials, with their limits in requests per second. */
  readonly publicRoutes: PublicRoutes;

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
    const { api } = props;
    const publicRoutes = new Map<string, { route: HttpRoute; requestsPerSecond: number }>();
    this.publicRoutes = publicRoutes;
    const integrations = new Map<string, { handler: ServiceFunction; integration: HttpLambdaIntegration }>();
    const integrate = (name: string, isShared: boolean, entry: string) => {
      const handler = makeFunction(name, entry);
      // One permission for all routes of the function: a stack has at most 500 resources.
      const integration = new HttpLambdaIntegration(name, handler.entrance, {
        scopePermissionToRoute: !isShared,
      });
      const made = { handler, integration };
      integrations.set(entry, made);
      return made;
    };
    for (const route of ROUTES as readonly Route[]) {
      const isShared = ROUTES.filter((other) => other.handler === route.handler).length > 1;
      const name = isShared ? nameOfFile(route.handler) : capitalized(route.operationId);
      const { handler, integration } =
        integrations.get(route.handler) ?? integrate(name, isShared, route.handler);
      handlers.set(route.operationId, handler);
      const added = new HttpRoute(this, `${route.method}${route.path}`, {
        httpApi: api,
        routeKey: HttpRouteKey.with(route.path, HttpMethod[route.method]),
        integration,
      });
      if (!isShared) {
        // The gateway must be allowed to call a new version or alias before the route leads to it.
        added.node.findChild(name).node.addDependency(added.node.findChild(`${name}-Permission`));
      }
      if (route.authentication === 'none') {
        publicRoutes.set(`${route.method} ${route.path}`, {
          route: added,
          requestsPerSecond: PUBLIC_ROUTE_REQUESTS,
        });
      }
    }
    const twilio = makeFunction('TwilioMessages', TWILIO_HANDLER);
    handlers.set('sendTwilioMessage', twilio);
    new HttpRoute(this, 'TwilioRoute', {
      httpApi: api,
      routeKey: HttpRouteKey.with(TWILIO_GATEWAY_PATH, HttpMethod.ANY),
      integration: new HttpLambdaIntegration('TwilioMessages', twilio),
    });
    const unknownRoute = makeFunction('UnknownRoute', DEFAULT_ROUTE_HANDLER);
    const defaultRoute = new HttpRoute(this, 'DefaultRoute', {
      httpApi: api,
      routeKey: HttpRouteKey.DEFAULT,
      integration: new HttpLambdaIntegration('UnknownRoute', unknownRoute),
    });
    publicRoutes.set(HttpRouteKey.DEFAULT.key, {
      route: defaultRoute,
      requestsPerSecond: DEFAULT_ROUTE_REQUESTS,
    });
    if (props.stage.edgeDomains.length > 0) {
      const answerLink = makeFunction('EdgeLink', EDGE_LINK_HANDLER);
      new HttpRoute(this, 'EdgeRoute', {
        httpApi: api,
        routeKey: HttpRouteKey.with(`/${EDGE_PATH}/{path+}`, HttpMethod.ANY),
        // The CDK does not see the parameter in a path that CloudFormation fills in, which a narrower permission would name.
        integration: new HttpLambdaIntegration('EdgeLink', answerLink, { scopePermissionToRoute: false }),
      });
    }
  }
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Returns the name of a file's function: `functions/http/read-jobs.ts` is `ReadJobs`. */
function nameOfFile(entry: string): string {
  const file = entry.slice(entry.lastIndexOf('/') + 1).replace(/\.ts$/, '');
  return file.split('-').map(capitalized).join('');
}
