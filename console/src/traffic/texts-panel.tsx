import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Overview } from '../api/schemas';
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
}

/** Panel of the texts of some days: their sums, and each day. */
export function TextsPanel({ title, days, spans, onDays, totals, series }: Props) {
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
        <Totals totals={totals} />
        <DayCharts series={series} />
      </SpaceBetween>
    </Container>
  );
}

function Totals({ totals }: { totals: Overview['totals'] }) {
  const { sent, delivered, clicked, optedOut, failed, undelivered } = totals;
  return (
    <dl className="tiles">
      <Tile label="Sent" figure={formatCount(sent)} />
      <Tile
        {...{ look: 'delivered', label: 'Delivered', figure: formatShare(delivered, sent) }}
        note={`${formatCount(failed + undelivered)} failed or not delivered`}
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
  note?: string;
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
