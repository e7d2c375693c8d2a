import { readCredentials } from '../../shared/platform/aws/signed-request';

/**
 * Replaces the SDK's chain of credential providers in the bundles of the Lambdas: a Lambda always finds its role's
 * credentials in its environment, and the chain (single sign-on, profiles, web identity, metadata services) is a
 * quarter of a bundle.
 */
export function defaultProvider() {
  return async () => readCredentials();
}
