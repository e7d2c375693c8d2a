import twilio from 'twilio';

/** Client of Twilio's HTTP requests, which sends them to another address and changes nothing else of them. */
class RedirectedClient extends twilio.RequestClient {
  constructor(private readonly baseUrl: string) {
    super({ keepAlive: false });
  }

  override request<Data>(options: Parameters<twilio.RequestClient['request']>[0]) {
    const uri = options.uri.replace(/^https:\/\/api\.twilio\.com/, this.baseUrl);
    return super.request<Data>({ ...options, uri } as never);
  }
}

/**
 * Makes the client of Twilio's own package, with only the address changed.
 *
 * @param options.accountSid user name: the AccountSid, or the id of a key
 * @param options.about AccountSid in the paths; absent: the user name
 */
export function twilioClient(
  baseUrl: string,
  options: { accountSid: string; authToken: string; about?: string },
): twilio.Twilio {
  const { accountSid, authToken, about = accountSid } = options;
  return twilio(accountSid, authToken, { accountSid: about, httpClient: new RedirectedClient(baseUrl) });
}
