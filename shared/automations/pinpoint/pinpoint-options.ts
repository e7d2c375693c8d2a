import type { CustomFieldSchema } from '../../audience/custom-fields/custom-field-schema';
import type { CheckedAudience } from '../../audience/segments/audience';

/** Counterpart of a segment of Pinpoint: a group, or a segment with its audience. */
export type SegmentChoice = { groupId: string } | { segmentId: string; audience: CheckedAudience };

export const PURPOSES = ['marketing', 'informational', 'emergency'] as const;

/** Choices of the operator, for what a document of Pinpoint does not say. */
export interface PinpointOptions {
  /** Name of the draft; absent: that of the document. */
  name?: string | undefined;
  /** Sender; absent: the number in the document. */
  from?: string | undefined;
  /** Absent: by the message type of the document. */
  purpose?: (typeof PURPOSES)[number] | undefined;
  /** By the id of the segment in Pinpoint. */
  segments: Readonly<Record<string, SegmentChoice>>;
  /** Text, or JSON of GetSmsTemplate, by the name of a template or the id of an activity. */
  templates: Readonly<Record<string, string>>;
  /** Field of a contact, or `event.<name>`, by a name in Pinpoint such as `User.UserAttributes.FirstName`. */
  fields: Readonly<Record<string, string>>;
  /** Path to follow, by the id of a split: `yes`, `no`, `else` or the number of a branch. */
  paths: Readonly<Record<string, string>>;
  /** Time of day of a trigger that repeats, such as `10:00`; absent: that of the document. */
  at?: string | undefined;
  schema: CustomFieldSchema;
  now: Date;
}
