/** Returns the address to which an issuer redirects a browser after a sign-in. It must be registered at the issuer. */
export const callbackUrl = (baseUrl: string) => `${baseUrl}/console/auth/callback`;

/**
 * Returns the address to which an issuer redirects a browser after it has ended its own session. It must be registered
 * at the issuer, too.
 */
export const signedOutUrl = (baseUrl: string) => `${baseUrl}/console/auth/signed-out`;
