/**
 * Replaces the SDK's chain of credential providers in the bundles of the Lambdas: a Lambda always finds its role's
 * credentials in its environment, and the chain (single sign-on, profiles, web identity, metadata services) is a
 * quarter of a bundle.
 */
export function defaultProvider() {
  return () => {
    const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env;
    if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) {
      return Promise.reject(new Error('There are no credentials in the environment'));
    }
    return Promise.resolve({
      accessKeyId: AWS_ACCESS_KEY_ID,
      secretAccessKey: AWS_SECRET_ACCESS_KEY,
      ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
    });
  };
}
