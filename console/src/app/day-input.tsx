import Input from '@cloudscape-design/components/input';
import { useState } from 'react';

/** First day whose year has four digits: an earlier one is being typed. */
const FIRST_DAY = '1000-01-01';
/** Years have four digits. */
const LAST_DAY = '9999-12-31';

interface Props {
  /** Day as YYYY-MM-DD; empty for none. */
  value: string;
  /** Called with the day, or with an empty text while there is none. */
  onChange: (day: string) => void;
}

/** Field for a day: the browser's own, which is typed and shown in the order of the user's language. */
export function DayInput({ value, onChange }: Props) {
  const [typed, setTyped] = useState('');
  return (
    <Input
      value={value === '' ? typed : value}
      nativeInputAttributes={{ type: 'date', max: LAST_DAY }}
      onChange={({ detail: { value: day } }) => {
        const isPartial = day < FIRST_DAY;
        setTyped(isPartial ? day : '');
        onChange(isPartial ? '' : day);
      }}
    />
  );
}
