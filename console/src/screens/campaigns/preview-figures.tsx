import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { DataTable } from '../../lists/data-table';
import { describeDuration } from '../../../../shared/campaigns/timing/describe-duration';
import type { CampaignPreview } from '../../api/schemas';
import { formatDateTime, formatTimeIn } from '../../format/dates';
import { isForeignZone, shownZone } from '../../format/reader-clock';
import { formatCount } from '../../format/numbers';
import { figureOf } from '../../audience/describe-count';
import { describeLookUps } from '../../audience/describe-look-ups';

const BIG = 'awsui-value-large';

/** Figures of a preview: recipients, cost, the time in each zone, and warnings before the launch. */
export function PreviewFigures({ preview }: { preview: CampaignPreview }) {
  const { audience, credits, firstAt, lastAt, durationSeconds, expiring, byTimeZone, warnings } = preview;
  return (
    <SpaceBetween size="l">
      {warnings.length > 0 && (
        <Alert type="warning" header="Worth knowing">
          <ul>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Alert>
      )}
      <KeyValuePairs
        columns={4}
        items={[
          { label: 'Recipients', value: <Box variant={BIG}>{figureOf(audience, 'sendable')}</Box> },
          { label: 'SMS credits', value: <Box variant={BIG}>{formatCount(credits.sms)}</Box> },
          { label: 'MMS credits', value: <Box variant={BIG}>{formatCount(credits.mms)}</Box> },
          {
            label: 'Left out',
            value: (
              <>
                {formatCount(audience.blocked.notOptedIn)} not opted in,{' '}
                {formatCount(audience.blocked.hardOptedOut)} opted out
                {audience.blocked.setAside !== undefined &&
                  `, ${formatCount(audience.blocked.setAside)} set aside`}
              </>
            ),
          },
          ...lookUpFigures(preview),
          { label: 'First text', value: formatDateTime(firstAt) },
          { label: 'Last text', value: formatDateTime(lastAt) },
          { label: 'Takes', value: lastAt === null ? '–' : describeDuration(durationSeconds) },
          { label: 'Not reached in time', value: formatCount(expiring) },
        ]}
      />
      {byTimeZone.length > 0 && (
        <DataTable
          variant="embedded"
          ariaLabels={{ tableLabel: 'Recipients by time zone' }}
          items={byTimeZone}
          trackBy={({ timeZone, at }) => `${timeZone} ${at}`}
          columnDefinitions={[
            { id: 'zone', header: 'Time zone', isRowHeader: true, cell: ({ timeZone }) => timeZone },
            { id: 'count', header: 'Recipients', cell: ({ recipients }) => formatCount(recipients) },
            {
              id: 'local',
              header: 'Begins there at',
              cell: ({ timeZone, at }) => (at === null ? 'Not reached' : formatTimeIn(at, timeZone)),
            },
            {
              id: 'here',
              header: isForeignZone() ? shownZone() : 'Your time',
              cell: ({ at }) => formatDateTime(at),
            },
          ]}
        />
      )}
    </SpaceBetween>
  );
}

function lookUpFigures({ lookups }: CampaignPreview) {
  return lookups === undefined ? [] : [{ label: 'Carrier look-ups', value: describeLookUps(lookups) }];
}
