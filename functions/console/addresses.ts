/** The address to which an issuer leads a browser after a sign-in. The issuer must know it. */
export const callbackUrl = (baseUrl: string) => `${baseUrl}/console/auth/callback`;

/** The address to which an issuer leads a browser after it has ended its own session. The issuer must know it, too. */
export const signedOutUrl = (baseUrl: string) => `${baseUrl}/console/auth/signed-out`;
