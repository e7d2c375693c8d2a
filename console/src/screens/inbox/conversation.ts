/** A phone that has written, with its last text. */
export interface Conversation {
  phoneNumber: string;
  contactId?: string;
  firstName?: string;
  lastName?: string;
  /** Absent for a picture, and of an erased contact. */
  lastText?: string;
  lastMessageId: string;
  lastAt: string;
  unread: number;
  /** The number of the account that it was sent to. */
  from: string;
  likelyOptOut?: { at: string; messageId: string };
  optedOutAt?: string;
}
