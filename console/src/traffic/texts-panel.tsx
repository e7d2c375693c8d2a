import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';
import type { Overview } from '../api/schemas';
import { RouteLink } from '../app/route-link';
import type { SeriesLook } from '../charts/day-bars';
import { formatCount, formatShare } from '../format/numbers';
import { DayCharts } from './day-charts';
import { SpanChoice } from './span-choice';
import './traffic.css';

interface Props extends Pick<Overview, 'totals' | 'series'> {
  title: string;
  /** Number of days that is shown, one of the spans. */
  days: string;
  spans: ReadonlyArray<{ id: string; text: string }>;
  onDays: (days: string) => void;
  /** Address of the texts that did not arrive; absent: they are only counted. */
  notArrived?: string;
}

/** Panel of the texts of some days: their sums, and each day. */
export function TextsPanel({ title, days, spans, onDays, totals, series, notArrived }: Props) {
  return (
    <Container
      header={
        <Header
          variant="h2"
          description="Days are of UTC."
          actions={<SpanChoice label="How many days" chosen={days} spans={spans} onChange={onDays} />}
        >
          {title}
        </Header>
      }
    >
      <SpaceBetween size="l">
        <Totals totals={totals} notArrived={notArrived} />
        <DayCharts series={series} />
      </SpaceBetween>
    </Container>
  );
}

function Totals({ totals, notArrived }: { totals: Overview['totals']; notArrived: string | undefined }) {
  const { sent, delivered, clicked, optedOut, failed, undelivered } = totals;
  const lost = `${formatCount(failed + undelivered)} failed or not delivered`;
  return (
    <dl className="tiles">
      <Tile label="Sent" figure={formatCount(sent)} />
      <Tile
        {...{ look: 'delivered', label: 'Delivered', figure: formatShare(delivered, sent) }}
        note={notArrived === undefined ? lost : <RouteLink to={notArrived}>{lost}</RouteLink>}
      />
      <Tile
        {...{ look: 'clicked', label: 'Clicked', figure: formatCount(clicked) }}
        note={`${formatShare(clicked, sent)} of what was sent`}
      />
      <Tile
        {...{ look: 'opted-out', label: 'Opted out', figure: formatCount(optedOut) }}
        note={`${formatShare(optedOut, sent)} of what was sent`}
      />
    </dl>
  );
}

interface TileProps {
  /** Absent for what the charts do not show. */
  look?: SeriesLook;
  label: string;
  figure: string;
  note?: ReactNode;
}

/** Figure with the colour that it has in the charts. */
const Tile = ({ look, label, figure, note }: TileProps) => (
  <div className="tile">
    <dt>
      {look !== undefined && <span className={`swatch look-${look}`} />}
      {label}
    </dt>
    <dd>
      <span className="figure">{figure}</span>
      {note !== undefined && <small>{note}</small>}
    </dd>
  </div>
);
