import { useState } from 'react';
import { useIsPhone } from '../app/use-phone';
import { formatDay } from '../format/dates';
import './charts.css';
import { axisTop, labelledDays } from './scale';

/** Look of a series: its colour has the same meaning as everywhere in the console. */
export type SeriesLook = 'delivered' | 'undelivered' | 'failed' | 'clicked' | 'opted-out';

interface DaySeries {
  title: string;
  look: SeriesLook;
  /** One amount for each day. */
  amounts: readonly number[];
}

interface Props {
  label: string;
  /** Days in order, `YYYY-MM-DD`. */
  days: readonly string[];
  /** Series, the lowest one first: they are stacked. */
  series: readonly DaySeries[];
  format: (amount: number) => string;
  isSmall?: boolean;
}

const LABELS = 6;
/** On half the width. */
const FEW_LABELS = 4;
const FULL_PERCENT = 100;
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Half of one is no count. */
const linesOf = (top: number) => (top === 1 ? [top] : [top, top / 2]);

/** Bars of each day. The legend tells the sums, or the amounts of the day under the pointer; a table tells them all. */
export function DayBars({ label, days, series, format, isSmall = false }: Props) {
  const [pointed, setPointed] = useState<number>();
  const top = axisTop(
    Math.max(0, ...days.map((_, day) => sum(series.map(({ amounts }) => amounts[day] ?? 0)))),
  );
  const isPhone = useIsPhone();
  const labels = labelledDays(days.length, isSmall || isPhone ? FEW_LABELS : LABELS);
  const nameOf = (day: number | undefined) => formatDay(days[day ?? 0] ?? '');
  const amountOf = ({ amounts }: DaySeries, day: number | undefined) =>
    format(day === undefined ? sum(amounts) : (amounts[day] ?? 0));
  return (
    <figure className={isSmall ? 'day-bars day-bars-small' : 'day-bars'} aria-label={label}>
      <figcaption>
        <span className="day-bars-when">
          {pointed === undefined ? `${nameOf(0)} – ${nameOf(days.length - 1)}` : nameOf(pointed)}
        </span>
        {series.map((one) => (
          <span key={one.title} className="day-bars-key">
            <span className={`swatch look-${one.look}`} />
            {one.title} <b>{amountOf(one, pointed)}</b>
          </span>
        ))}
      </figcaption>
      <div className="day-bars-plot" aria-hidden="true" onPointerLeave={() => setPointed(undefined)}>
        {linesOf(top).map((amount) => (
          <div key={amount} className="day-bars-line" style={{ bottom: `${(FULL_PERCENT * amount) / top}%` }}>
            <span>{format(amount)}</span>
          </div>
        ))}
        <div className="day-bars-days">
          {days.map((day, at) => (
            <div
              key={day}
              className={at === pointed ? 'day-bar day-bar-pointed' : 'day-bar'}
              onPointerEnter={() => setPointed(at)}
            >
              {series.map(({ title, look, amounts }) => (
                <div
                  key={title}
                  className={`look-${look}`}
                  style={{ height: `${(FULL_PERCENT * (amounts[at] ?? 0)) / top}%` }}
                />
              ))}
              {labels.includes(at) && <span className="day-label">{formatDay(day)}</span>}
            </div>
          ))}
        </div>
      </div>
      <details>
        <summary>{label}, as a table</summary>
        <div className="day-bars-table">
          <table>
            <thead>
              <tr>
                <th scope="col">Day</th>
                {series.map(({ title }) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.map((day, at) => (
                <tr key={day}>
                  <th scope="row">{formatDay(day)}</th>
                  {series.map((one) => (
                    <td key={one.title}>{amountOf(one, at)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
