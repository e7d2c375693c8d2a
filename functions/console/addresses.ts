/** Where an issuer leads a browser to after a sign-in. It must know this address. */
export const callbackUrl = (baseUrl: string) => `${baseUrl}/console/auth/callback`;

/** Where an issuer leads a browser to after it has ended its own session. It must know this address, too. */
export const signedOutUrl = (baseUrl: string) => `${baseUrl}/console/auth/signed-out`;
