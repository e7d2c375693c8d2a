import type { MediaLibrary } from '../media';
import {
  type MessageType,
  SendMediaMessageCommand,
  SendTextMessageCommand,
  type SendTextMessageCommandOutput,
} from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { readRefusal, refusedAs } from './internal/refusal';
import { readRequestId, traceOf } from './internal/answer-trace';
import type { SendOutcome, NotReady, OutboundMessage, Provider } from '../port';
import { createEumClient, type EumClientOptions } from './internal/eum-client';

/**
 * Timeout for a file that was not prepared before its message is sent; together with the timeout of the answer it is
 * within what a worker waits.
 */
const SEND_MEDIA_TIMEOUT_MS = 4_000;
type SendAnswer = Pick<SendTextMessageCommandOutput, 'MessageId' | '$metadata'>;

/** Stands for the id of a text that is not sent: the provider may give none. */
const DRY_RUN = 'dry-run';
const NOT_SENT: SendOutcome = { outcome: 'unavailable', retryAfterSeconds: 1 };

interface EumSettings {
  /**
   * Configuration set that sends the receipts to our topic; absent: the account's default applies, and no receipts
   * arrive.
   */
  configurationSet: string | undefined;
  /** Type of text messages; absent: the type for which the number is registered. */
  messageType: MessageType | undefined;
}

/**
 * Creates the provider of a deployed stack, AWS End User Messaging.
 *
 * No request is repeated: a message that is certainly unsent is `unavailable`, and the caller tries again; any other
 * failure without an answer is `unknown`.
 *
 * **Source:** docs/sending.md.
 */
export function createEumProvider(
  options: { settings: EumSettings; media: MediaLibrary } & EumClientOptions,
): Required<Omit<Provider, 'lookUp'>> & { close(): void } {
  const { settings, media } = options;
  const eum = createEumClient(options);
  const { client, connections } = eum;

  const ask = async (request: () => Promise<SendAnswer>): Promise<SendOutcome> => {
    const attempt = await connections.attempt(request);
    if ('error' in attempt) {
      const { error } = attempt;
      const outcome = attempt.wasUnsent || hasNoCredentials(error) ? NOT_SENT : readRefusal(error);
      return { ...outcome, ...traceOf(error) };
    }
    const { MessageId: providerMessageId, $metadata: metadata } = attempt.answer;
    const providerRequestId = readRequestId(metadata);
    return providerMessageId === undefined
      ? { outcome: 'unknown', providerRequestId }
      : { outcome: 'accepted', providerMessageId, providerRequestId };
  };

  const locate = async (
    message: Pick<OutboundMessage, 'messageId' | 'mediaUrl' | 'jobId'>,
    timeoutMs: number,
  ): Promise<{ mediaUri: string | undefined } | NotReady> => {
    const { mediaUrl } = message;
    if (mediaUrl === undefined) return { mediaUri: undefined };
    const scope = message.jobId ?? message.messageId;
    const place = await media.locate({ mediaUrl, scope, timeoutMs });
    switch (place.state) {
      case 'stored':
        return { mediaUri: place.uri };
      case 'unusable':
        return refusedAs('media_unavailable');
      case 'notYet':
        return {
          outcome: 'unavailable',
          retryAfterSeconds: place.retryAfterSeconds,
          providerReason: 'the media file was being fetched',
          isNoOutage: true,
        };
    }
  };

  return {
    prepare: async (message, { timeoutMs }) => {
      const located = await locate(message, timeoutMs);
      return 'outcome' in located ? located : undefined;
    },
    send: async (message) => {
      const located = await locate(message, SEND_MEDIA_TIMEOUT_MS);
      if ('outcome' in located) return located;
      const { mediaUri } = located;
      return ask(() =>
        mediaUri === undefined
          ? client.send(textCommand(message, settings))
          : client.send(mediaCommand(message, { settings, mediaUri })),
      );
    },
    check: async ({ to, from, body }) => {
      // Without a context and a configuration set: nothing of it may come back as an event.
      const command = new SendTextMessageCommand({
        ...{
          DestinationPhoneNumber: to,
          OriginationIdentity: identityOf(from),
          MessageBody: body,
          DryRun: true,
        },
        ...(settings.messageType !== undefined && { MessageType: settings.messageType }),
      });
      return ask(async () => ({ MessageId: DRY_RUN, ...(await client.send(command)) }));
    },
    close: eum.close,
  };
}

function textCommand(message: OutboundMessage, settings: EumSettings): SendTextMessageCommand {
  return new SendTextMessageCommand({
    ...commonInput(message, settings),
    MessageBody: message.body,
    ...(settings.messageType !== undefined && { MessageType: settings.messageType }),
  });
}

function mediaCommand(
  message: OutboundMessage,
  options: { settings: EumSettings; mediaUri: string },
): SendMediaMessageCommand {
  return new SendMediaMessageCommand({
    ...commonInput(message, options.settings),
    ...(message.body !== '' && { MessageBody: message.body }),
    MediaUrls: [options.mediaUri],
  });
}

function commonInput(message: OutboundMessage, settings: EumSettings) {
  return {
    DestinationPhoneNumber: message.to,
    OriginationIdentity: identityOf(message.from),
    Context: {
      messageId: message.messageId,
      // The receipt of a pool names the number that was chosen.
      ...(message.from.startsWith(POOL) && { pool: 'yes' }),
      ...(message.trace !== undefined && { trace: message.trace }),
    },
    ...(message.expectsFeedback && { MessageFeedbackEnabled: true }),
    ...(message.protection !== undefined && { ProtectConfigurationId: message.protection }),
    ...(settings.configurationSet !== undefined && { ConfigurationSetName: settings.configurationSet }),
  };
}

const POOL = 'pool:';

/** Returns an identity in the words of End User Messaging: a number, or the id of a pool or a sender id. */
const identityOf = (from: string): string => from.replace(/^(?:pool|id):/, '');

/** Returns true when no credentials were found: an unsigned request is not sent. */
function hasNoCredentials(error: unknown): boolean {
  return error instanceof Error && error.name === 'CredentialsProviderError';
}
