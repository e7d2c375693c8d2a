import { useState } from 'react';
import { useSession } from '../app/session';
import { readPreference, writePreference } from '../kept/preferences';
import type { ColumnChoice } from './column-choice';

/** Returns the columns that the user has chosen for a list in this browser, and changes them. */
export function useColumnChoice(list: string) {
  const place = { userId: useSession().user.id, name: `columns of ${list}` };
  const [choice, setChoice] = useState<ColumnChoice>(() => readPreference(place, {}));
  const choose = (next: ColumnChoice) => {
    writePreference(place, Object.keys(next).length === 0 ? undefined : next);
    setChoice(next);
  };
  return { choice, choose };
}
