import { PinpointSMSVoiceV2Client } from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { createWatchedConnections } from './watched-connections';

const ANSWER_TIMEOUT_MS = 10_000;

export interface EumClientOptions {
  /** Timeout from the beginning of a request, for its connection and its answer together. */
  answerTimeoutMs?: number;
  connectTimeoutMs?: number;
  maxIdleMs?: number;
}

/**
 * Creates a client of End User Messaging that asks once: its API has no token that identifies a repeated request, so the
 * SDK never repeats one.
 */
export function createEumClient(options: EumClientOptions = {}) {
  const { answerTimeoutMs = ANSWER_TIMEOUT_MS } = options;
  const connections = createWatchedConnections(options);
  const client = new PinpointSMSVoiceV2Client({
    maxAttempts: 1,
    // Never `adaptive`, even when the environment sets it: after throttling it delays messages within the SDK, where a
    // message that was never sent looks like one without an answer.
    retryMode: 'standard',
    requestHandler: {
      httpAgent: connections.httpAgent,
      httpsAgent: connections.httpsAgent,
      requestTimeout: answerTimeoutMs,
      throwOnRequestTimeout: true,
    },
  });
  return {
    client,
    connections,
    close: () => {
      client.destroy();
      connections.close();
    },
  };
}
