import { Duration, Fn, Stack } from 'aws-cdk-lib';
import {
  AccountRecovery,
  FeaturePlan,
  Mfa,
  OAuthScope,
  UserPool,
  UserPoolClientIdentityProvider,
} from 'aws-cdk-lib/aws-cognito';
import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { callbackUrl, signedOutUrl } from '../../functions/console/addresses';
import { makeSharedKey } from './sealing-keys';
import type { ServiceFunction } from './service-function';
import type { Stage } from './stage';
import { letGo } from './stage-stack';

interface SignInProps {
  stage: Stage;
  baseUrl: string;
}

/** Issuer that signs the users of the console in: the one that the stage names, else a user pool of Cognito. */
export class SignIn extends Construct {
  /** Absent when the stage names an issuer. */
  readonly userPoolId: string | undefined;
  readonly #environment: Record<string, string>;
  readonly #secretArn: string | undefined;
  readonly key: ISecret;

  constructor(scope: Construct, id: string, props: SignInProps) {
    super(scope, id);
    const { issuer, mfa } = props.stage;
    this.#secretArn = issuer?.clientSecretArn;
    this.key = makeSharedKey(this, 'Key', {
      name: 'signIn',
      stage: props.stage,
      description: 'Seals sign-ins that are under way, and the ID tokens of sessions',
    });
    if (this.key instanceof Secret) letGo(this.key);
    if (issuer) {
      this.#environment = {
        OIDC_ISSUER: issuer.url,
        OIDC_CLIENT_ID: issuer.clientId,
        ...(issuer.clientSecretArn !== undefined && { OIDC_CLIENT_SECRET_ARN: issuer.clientSecretArn }),
        // The user pool enforces this itself.
        ...(mfa === 'required' && { OIDC_MFA: mfa }),
      };
      return;
    }
    const { pool, client } = this.makeUserPool(props);
    this.userPoolId = pool.userPoolId;
    this.#environment = { OIDC_ISSUER: pool.userPoolProviderUrl, OIDC_CLIENT_ID: client.userPoolClientId };
  }

  /** Passes the issuer to the function that signs users in. */
  configure(auth: ServiceFunction): void {
    for (const [name, value] of Object.entries(this.#environment)) auth.addEnvironment(name, value);
    this.key.grantRead(auth);
    auth.addEnvironment('SIGN_IN_KEY_ARN', this.key.secretArn);
    if (this.#secretArn === undefined) return;
    Secret.fromSecretCompleteArn(auth, 'ClientSecret', this.#secretArn).grantRead(auth);
  }

  /** Passes the pool to a function that invites users, who must be created in it. */
  tellPool(handler: ServiceFunction): void {
    if (this.userPoolId !== undefined) handler.addEnvironment('USER_POOL_ID', this.userPoolId);
  }

  private makeUserPool({ stage, baseUrl }: SignInProps) {
    const pool = new UserPool(this, 'Users', {
      // Operators create users. Otherwise strangers could make it send e-mail.
      selfSignUpEnabled: false,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      passwordPolicy: {
        minLength: 12,
        requireLowercase: true,
        requireUppercase: true,
        requireDigits: true,
        requireSymbols: true,
        tempPasswordValidity: Duration.days(7),
      },
      mfa: stage.mfa === 'required' ? Mfa.REQUIRED : Mfa.OPTIONAL,
      // No codes by SMS: they can be intercepted, each costs, and the service's own numbers are for its accounts.
      mfaSecondFactor: { otp: true, sms: false },
      featurePlan: FeaturePlan.ESSENTIALS,
      deletionProtection: stage.deletionProtection,
      removalPolicy: stage.removalPolicy,
    });
    // Names of domains are shared by all AWS accounts: a part of the stack's own id makes this one unique. Cognito refuses
    // its own names in them.
    const name = stage.name.replaceAll(/aws|amazon|cognito/g, '');
    const uniquePart = Fn.select(4, Fn.split('-', Fn.select(2, Fn.split('/', Stack.of(this).stackId))));
    pool.addDomain('Domain', {
      cognitoDomain: { domainPrefix: `messaging-${name}-${uniquePart}` },
    });
    const client = pool.addClient('Console', {
      // PKCE ties the code to the function that asked for it; a secret would appear in Cognito's outputs of the
      // template.
      generateSecret: false,
      authFlows: {},
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
        callbackUrls: [callbackUrl(baseUrl)],
        logoutUrls: [signedOutUrl(baseUrl)],
      },
      supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
      preventUserExistenceErrors: true,
      idTokenValidity: Duration.minutes(5),
      accessTokenValidity: Duration.minutes(5),
      refreshTokenValidity: Duration.hours(1),
    });
    for (const resource of [pool, client]) letGo(resource);
    return { pool, client };
  }
}
