import type { Context } from 'aws-lambda';
import { findAccount } from '../accounts/account-store';
import { ServiceError } from '../errors/service-error';
import { readBasicCredentials } from '../http/credentials';
import type { Event, Result } from '../http/http-event';
import { httpHandler } from '../http/http-handler';
import { matchPath } from '../http/match-path';
import type { RouteHandler } from '../http/by-route';
import { getPlatform } from '../platform/platform';
import { type AskedOf, toTwilioError, type ServiceErrorBody } from './internal/error-body';
import { readForm, toMessageBody } from './internal/form-body';
import { toServiceQuery, toTwilioPage } from './internal/message-page';
import { messageResource } from './internal/message-resource';
import type { PresentedMessage } from './internal/message-status';
import { accountIdOf } from './sids';

interface TranslatedCall {
  event: Event;
  asked: AskedOf;
  accountSid: string;
}

/**
 * Creates the Lambda handler of routes that take requests in Twilio's form: translates a request into one of the
 * service, and its answer back. A path or method that Twilio has and the service has not is answered like an unknown
 * resource.
 *
 * **Source:** rules E9.
 */
export function answerAsTwilio(handlers: readonly RouteHandler[]) {
  return async (event: Event, context: Context): Promise<Result> => {
    const { method } = event.requestContext.http;
    for (const { route, handler } of handlers) {
      const pathParameters = route.method === method ? matchPath(route.path, event.rawPath) : undefined;
      if (!pathParameters) continue;
      try {
        const call = await translateCall(event, pathParameters);
        return translateResult(await handler(call.event, context), call);
      } catch (error) {
        return refuse(error, event, context);
      }
    }
    return refuse(new ServiceError('NoSuchRoute'), event, context);
  };
}

/** Answers with an error that no route has thrown, with the headers and the log line of every answer. */
async function refuse(error: unknown, event: Event, context: Context): Promise<Result> {
  const answer = httpHandler('unknownTwilioResource', async () => {
    throw error;
  });
  const asked = { path: event.rawPath, parameters: new URLSearchParams() };
  return translateResult(await answer(event, context), { event, asked, accountSid: '' });
}

async function translateCall(event: Event, pathParameters: Record<string, string>): Promise<TranslatedCall> {
  const { headers, requestContext } = event;
  const isPost = requestContext.http.method === 'POST';
  const form = isPost ? readForm(event) : new URLSearchParams();
  // Sessions are for pages of the console.
  const { authorization = 'Basic' } = headers;
  const translated: Event = {
    ...event,
    pathParameters,
    headers: {
      ...headers,
      ...(isPost && mediaTypeOf(headers)),
      authorization: await translateCredentials(authorization),
    },
    queryStringParameters: isPost ? {} : toServiceQuery(event.queryStringParameters ?? {}),
    ...(isPost && { body: JSON.stringify(toMessageBody(form)), isBase64Encoded: false }),
  };
  return {
    event: translated,
    asked: { path: event.rawPath, parameters: isPost ? form : new URLSearchParams(event.rawQueryString) },
    accountSid: pathParameters.accountSid ?? '',
  };
}

const FORM = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** Returns the media type of the translated body; that of a request that is no form stays, and is refused. */
const mediaTypeOf = ({ 'content-type': mediaType = '' }: Event['headers']) =>
  mediaType === '' || FORM.test(mediaType)
    ? { 'content-type': 'application/json' }
    : { 'content-type': 'form' };

/**
 * Replaces the id or AccountSid of an account as the user name by the key that its auth token is the secret of. Any other
 * user name is the id of a key.
 */
async function translateCredentials(authorization: string): Promise<string> {
  const credentials = readBasicCredentials(authorization);
  if (!credentials) return authorization;
  const { keyId: user, secret } = credentials;
  const accountId = user.startsWith('acc_') ? user : accountIdOf(user);
  if (accountId === undefined) return authorization;
  const { twilio } = (await findAccount(getPlatform().table, accountId)) ?? {};
  if (!twilio) return authorization;
  return `Basic ${Buffer.from(`${twilio.keyId}:${secret}`).toString('base64')}`;
}

interface MessagePage {
  messages: PresentedMessage[];
  nextCursor?: string;
}

function translateResult(result: Result, { event, asked, accountSid }: TranslatedCall): Result {
  const body = JSON.parse(result.body ?? '{}') as unknown;
  if ((result.statusCode ?? 500) >= 400) {
    const error = toTwilioError(body as ServiceErrorBody, asked);
    return { ...result, statusCode: error.status, body: JSON.stringify(error) };
  }
  const isPage = typeof body === 'object' && body !== null && 'messages' in body;
  const resource = isPage
    ? toTwilioPage(body as MessagePage, { accountSid, asked: asked.parameters })
    : messageResource(withMedia(body as PresentedMessage, event), accountSid);
  return { ...result, body: JSON.stringify(resource) };
}

/** Adds the media file of a request to its answer, which does not repeat it. */
function withMedia(message: PresentedMessage, event: Event): PresentedMessage {
  if (event.requestContext.http.method !== 'POST') return message;
  const { mediaUrl } = JSON.parse(event.body ?? '{}') as { mediaUrl?: string };
  return { ...message, ...(mediaUrl !== undefined && { mediaUrl }) };
}
