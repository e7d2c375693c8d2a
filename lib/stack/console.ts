import { CfnOutput } from 'aws-cdk-lib';
import { HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { gatewayRoutesOf, handlerOf, type Plane } from '../../functions/console/plane';
import { CONSOLE_ROUTES } from '../../functions/console/routes';
import type { PublicRoutes } from './entrance';
import type { ApiRoutesProps } from './api-routes';
import { ServiceFunction } from './service-function';
import type { SignIn } from './sign-in';

/** Limit for files. A page loads dozens of files, of which its second visit loads none. */
const ASSET_REQUESTS = 300;
const SIGN_IN_REQUESTS = 20;

/** Actions of *Doctor* and *Registrations*. */
const EXAMINED_BY = [
  'lambda:GetAccountSettings',
  'servicequotas:GetAWSDefaultServiceQuota',
  'servicequotas:GetServiceQuota',
  'sms-voice:DescribeAccountAttributes',
  'sms-voice:DescribeAccountLimits',
  'sms-voice:DescribeConfigurationSets',
  'sms-voice:DescribePhoneNumbers',
  'sms-voice:DescribePools',
  'sms-voice:DescribeProtectConfigurations',
  'sms-voice:DescribeRcsAgents',
  'sms-voice:DescribeRegistrationFieldDefinitions',
  'sms-voice:DescribeRegistrationFieldValues',
  'sms-voice:DescribeRegistrations',
  'sms-voice:DescribeRegistrationVersions',
  'sms-voice:DescribeSenderIds',
  'sms-voice:DescribeSpendLimits',
  'sms-voice:GetProtectConfigurationCountryRuleSet',
  'sms-voice:ListPoolOriginationIdentities',
  'sms-voice:ListRegistrationAssociations',
];

interface ConsoleProps extends ApiRoutesProps {
  baseUrl: string;
  signIn: SignIn;
}

/** The console: few functions, each with few routes of the gateway, since a stack has at most 500 resources. */
export class Console extends Construct {
  /** Function of the routes that change something in an account. */
  readonly account: ServiceFunction;
  /** Routes without credentials, with their limits in requests per second. */
  readonly publicRoutes: PublicRoutes;
  private readonly operator: ServiceFunction;
  private readonly assets: ServiceFunction;

  constructor(scope: Construct, id: string, props: ConsoleProps) {
    super(scope, id);
    const { stage, table, environment, api, baseUrl, signIn } = props;
    const makeFunction = (name: string, entry: string) =>
      new ServiceFunction(this, name, { stage, table, environment, entry });
    const addRoutes = (handler: ServiceFunction, routes: ReadonlyArray<[HttpMethod, string]>) => {
      const integration = new HttpLambdaIntegration(handler.node.id, handler, {
        scopePermissionToRoute: false,
      });
      return routes.map(([method, path]): [string, HttpRoute] => [
        `${method} ${path}`,
        new HttpRoute(this, `${method}${path}`, {
          httpApi: api,
          routeKey: HttpRouteKey.with(path, method),
          integration,
        }),
      ]);
    };

    const makePlane = (name: string, plane: Plane) => {
      const handler = makeFunction(name, handlerOf(plane));
      addRoutes(handler, gatewayRoutesOf(plane, CONSOLE_ROUTES).map(readRouteKey));
      return handler;
    };
    const reading = makePlane('Reading', 'reading');
    this.account = makePlane('Account', 'account');
    makePlane('Submission', 'submission');
    makePlane('Merge', 'merge');
    const identity = makePlane('Identity', 'identity');
    this.operator = makePlane('Operator', 'operator');

    const auth = makeFunction('Auth', 'functions/console/auth.ts');
    signIn.configure(auth);
    for (const handler of [reading, identity, this.operator]) signIn.tellPool(handler);
    const signInRoutes = addRoutes(auth, [[HttpMethod.ANY, '/console/auth/{path+}']]);

    this.assets = makeFunction('Assets', 'functions/console/assets.ts');
    const assetRoutes = addRoutes(this.assets, [
      [HttpMethod.GET, '/console'],
      [HttpMethod.GET, '/console/{path+}'],
    ]);
    const limited = (routes: Array<[string, HttpRoute]>, requestsPerSecond: number) =>
      routes.map(([key, route]) => [key, { route, requestsPerSecond }] as const);
    this.publicRoutes = new Map([
      ...limited(signInRoutes, SIGN_IN_REQUESTS),
      ...limited(assetRoutes, ASSET_REQUESTS),
    ]);
    new CfnOutput(this, 'Url', { value: `${baseUrl}/console` }).overrideLogicalId('ConsoleUrl');
  }

  /** Lets operators read queues, put dead letters back, and run the timer. */
  letOperate(options: {
    queues: ReadonlyArray<{ queue: Queue; deadLetterQueue: Queue }>;
    deadLetters: readonly Queue[];
    timer: ServiceFunction;
    environment: Record<'QUEUES' | 'DEAD_LETTER_QUEUES' | 'QUEUES_BASE_URL', string>;
  }): void {
    const { queues, deadLetters, timer, environment } = options;
    const arnsOf = (of: readonly Queue[]) => of.map(({ queueArn }) => queueArn);
    const setAside = [...queues.map(({ deadLetterQueue }) => deadLetterQueue), ...deadLetters];
    this.operator.addToRolePolicy(
      new PolicyStatement({
        actions: ['sqs:GetQueueAttributes', 'sqs:SendMessage'],
        resources: arnsOf(queues.map(({ queue }) => queue)),
      }),
    );
    this.operator.addToRolePolicy(
      new PolicyStatement({
        actions: ['sqs:GetQueueAttributes', 'sqs:ReceiveMessage', 'sqs:DeleteMessage'],
        resources: arnsOf(setAside),
      }),
    );
    this.operator.addToRolePolicy(
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [timer.functionArn] }),
    );
    for (const [name, value] of Object.entries(environment)) this.operator.addEnvironment(name, value);
    this.operator.addEnvironment('TIMER_FUNCTION_NAME', timer.functionName);
  }

  /**
   * Lets operators read what End User Messaging, Lambda and Service Quotas report about the AWS account. None of these
   * actions has a single resource.
   */
  letExamine(
    environment: Record<
      | 'INBOUND_TOPIC_ARN'
      | 'RECEIPT_TOPIC_ARN'
      | 'EUM_CONFIGURATION_SET'
      | 'LEAST_CONCURRENCY'
      | 'NEEDED_QUOTAS'
      | 'STACK_NAME',
      string
    >,
  ) {
    this.operator.addToRolePolicy(new PolicyStatement({ actions: EXAMINED_BY, resources: ['*'] }));
    for (const [name, value] of Object.entries(environment)) this.operator.addEnvironment(name, value);
  }

  /** Lets operators see which alarms are in alarm. CloudWatch finds alarms by the beginning of their names with a right to all. */
  letReadAlarms({ prefix }: { prefix: string }): void {
    this.operator.addToRolePolicy(
      new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: ['*'] }),
    );
    this.operator.addEnvironment('ALARM_PREFIX', prefix);
  }

  /** Lets the console's pages send files of imports straight to their bucket. */
  letPagesSendTo(origin: string): void {
    this.assets.addEnvironment('FILES_ORIGIN', origin);
  }
}

function readRouteKey(key: string): [HttpMethod, string] {
  const [method = '', path = ''] = key.split(' ');
  return [HttpMethod[method as HttpMethod], path];
}
