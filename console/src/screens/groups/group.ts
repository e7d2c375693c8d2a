/** Group with the fields that only the console shows: its texts and its sender. */
export interface ConsoleGroup {
  id: string;
  name: string;
  isDefault: boolean;
  optInType: 'SINGLE' | 'DOUBLE';
  contactCount: number;
  tags: { id: string; name: string }[];
  optInMessage?: string;
  confirmationMessage?: string;
  from?: string;
  createdAt: string;
  /** Set when its deletion has begun, and not ended. */
  deletedAt?: string;
}
