import { HttpRouter, readRoutes } from '../../../../lib/local/http-router';
import { Template, TemplateError } from '../../../../lib/local/template';

const route = (routeKey: string) => ({ routeKey, functionLogicalId: routeKey, timeoutMs: 30_000 });

const router = new HttpRouter(
  [
    '$default',
    'GET /contacts/{phoneNumber}',
    'GET /contacts/schema',
    'POST /contacts/{phoneNumber}/groups/{groupId}',
    'ANY /files/{path+}',
    'GET /files/index',
    'ANY /any',
    'GET /any',
  ].map(route),
);

const match = (method: string, path: string) => {
  const found = router.match(method, path);
  return typeof found === 'object' ? [found.route.routeKey, found.pathParameters] : found;
};

describe('HttpRouter.match', () => {
  test.each([
    ['GET', '/contacts/schema', 'GET /contacts/schema', {}],
    ['GET', '/contacts/other', 'GET /contacts/{phoneNumber}', { phoneNumber: 'other' }],
    ['GET', '/contacts/%2B1555', 'GET /contacts/{phoneNumber}', { phoneNumber: '+1555' }],
    ['GET', '/contacts/+1555', 'GET /contacts/{phoneNumber}', { phoneNumber: '+1555' }],
    ['GET', '/contacts/a%2Fb', 'GET /contacts/{phoneNumber}', { phoneNumber: 'a/b' }],
    ['GET', '/contacts/%C3%A9', 'GET /contacts/{phoneNumber}', { phoneNumber: 'é' }],
    [
      'POST',
      '/contacts/1/groups/grp_2',
      'POST /contacts/{phoneNumber}/groups/{groupId}',
      { phoneNumber: '1', groupId: 'grp_2' },
    ],
    ['GET', '/files/index', 'GET /files/index', {}],
    ['POST', '/files/index', 'ANY /files/{path+}', { path: 'index' }],
    ['GET', '/files/a/b', 'ANY /files/{path+}', { path: 'a/b' }],
    ['GET', '/any', 'GET /any', {}],
    ['DELETE', '/any', 'ANY /any', {}],
    ['POST', '/contacts/schema', '$default', {}],
    ['HEAD', '/contacts/schema', '$default', {}],
    ['OPTIONS', '/contacts/schema', '$default', {}],
    ['GET', '/contacts/', '$default', {}],
    ['GET', '/contacts', '$default', {}],
    ['GET', '/contacts/schema/', '$default', {}],
    ['GET', '/CONTACTS/schema', '$default', {}],
    ['GET', '/', '$default', {}],
  ])('%s %s goes to %s', (method, path, routeKey, pathParameters) => {
    expect(match(method, path)).toEqual([routeKey, pathParameters]);
  });

  test.each(['/contacts/%', '/contacts/%2', '/contacts/%zz', '/contacts/%ff'])('%s is malformed', (path) => {
    expect(match('GET', path)).toBe('malformed');
  });

  test('nothing takes a request that no route is for, without a $default', () => {
    expect(new HttpRouter([route('GET /a')]).match('GET', '/b')).toBeUndefined();
  });
});

describe('readRoutes', () => {
  const templateWith = (integrationUri: unknown) =>
    new Template({
      Resources: {
        Route: {
          Type: 'AWS::ApiGatewayV2::Route',
          Properties: {
            RouteKey: 'GET /a',
            Target: { 'Fn::Join': ['', ['integrations/', { Ref: 'Integration' }]] },
          },
        },
        Integration: {
          Type: 'AWS::ApiGatewayV2::Integration',
          Properties: { IntegrationUri: integrationUri },
        },
        Handler: { Type: 'AWS::Lambda::Function' },
      },
    });

  test('follows a route through its integration to its function', () => {
    expect(readRoutes(templateWith({ 'Fn::GetAtt': ['Handler', 'Arn'] }))).toEqual([
      { routeKey: 'GET /a', functionLogicalId: 'Handler', timeoutMs: 30_000 },
    ]);
  });

  test('refuses a route that leads to no function', () => {
    expect(() => readRoutes(templateWith('https://example.com'))).toThrow(
      new TemplateError('The route Route leads to no function.'),
    );
  });
});
