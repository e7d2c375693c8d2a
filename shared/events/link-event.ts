import type { EventBase } from './queue-event';

/** A person has followed a tracking link of a message for the first time. */
export interface LinkClicked extends EventBase {
  type: 'messaging.link.clicked';
  /** The form of rules 2.1, and the provider's details. */
  message: Record<string, string | number | boolean | null>;
  /** `<domain>/<path>`. */
  link: string;
  clickedAt: string;
  /** Of a message of a broadcast or batch. */
  jobId?: string;
}
