import type { EventBase } from './queue-event';

/** Event that a person has followed a tracking link of a message for the first time. */
export interface LinkClicked extends EventBase {
  type: 'messaging.link.clicked';
  /** Message as in rules 2.1, with the provider's details. */
  message: Record<string, string | number | boolean | null>;
  /** `<domain>/<path>`. */
  link: string;
  clickedAt: string;
  /** Only for a message of a broadcast or batch. */
  jobId?: string;
}
