import { cognitoLogoutUrl } from '../../../../functions/console/cognito-logout';

const CLIENT = { clientId: '1h57kf5cpq17m0eml12EXAMPLE', baseUrl: 'https://api.example.com' };
const DOMAIN = 'https://messaging-prod-0123456789ab.auth.eu-west-1.amazoncognito.com';

it('is the logout endpoint of the domain of the pool, with its client and where to lead to', () => {
  expect(
    cognitoLogoutUrl(
      {
        issuer: 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_EXAMPLE',
        authorization_endpoint: `${DOMAIN}/oauth2/authorize`,
      },
      CLIENT,
    ),
  ).toBe(
    `${DOMAIN}/logout?client_id=1h57kf5cpq17m0eml12EXAMPLE&logout_uri=https%3A%2F%2Fapi.example.com%2Fconsole%2Fauth%2Fsigned-out`,
  );
});

it('is there for pools of AWS in China, too', () => {
  const pool = {
    issuer: 'https://cognito-idp.cn-north-1.amazonaws.com.cn/cn-north-1_EXAMPLE',
    authorization_endpoint: 'https://login.example.cn/oauth2/authorize',
  };
  expect(cognitoLogoutUrl(pool, CLIENT)).toMatch(/^https:\/\/login\.example\.cn\/logout\?client_id=/);
});

it.each([
  ['https://login.example.com', `${DOMAIN}/oauth2/authorize`],
  ['https://cognito-idp.eu-west-1.amazonaws.com.evil.example/p', `${DOMAIN}/oauth2/authorize`],
  ['https://evil.example/cognito-idp.eu-west-1.amazonaws.com', `${DOMAIN}/oauth2/authorize`],
  ['https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_EXAMPLE', undefined],
])('is none for the issuer %s with the authorization endpoint %s', (issuer, authorization_endpoint) => {
  expect(cognitoLogoutUrl({ issuer, authorization_endpoint }, CLIENT)).toBeUndefined();
});
