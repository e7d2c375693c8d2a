/** Conversation with a phone, and its last text. */
export interface Conversation {
  phoneNumber: string;
  contactId?: string;
  firstName?: string;
  lastName?: string;
  /** Absent for a picture, and for an erased contact. */
  lastText?: string;
  lastMessageId: string;
  lastAt: string;
  unread: number;
  /** Number of the account that received the text. */
  from: string;
  likelyOptOut?: { at: string; messageId: string };
  optedOutAt?: string;
}
