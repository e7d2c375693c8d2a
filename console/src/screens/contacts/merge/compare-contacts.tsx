import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import FormField from '@cloudscape-design/components/form-field';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import RadioGroup from '@cloudscape-design/components/radio-group';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';
import { useCustomFields } from '../../../api/account-lists';
import type { MergePreview } from '../../../api/schemas';
import { nameWithNumber } from '../../../format/names';
import { fieldsOf } from './merged-fields';

interface Props {
  preview: MergePreview;
  /** Fields of which the double's value is taken. */
  take: readonly string[];
  onTake: (take: string[]) => void;
}

/** Values of both contacts side by side, with what is kept of them. */
export function CompareContacts({ preview, take, onTake }: Props) {
  const { kept, double } = preview;
  const { data: customFields = [] } = useCustomFields();
  const { differing, filled, staying } = fieldsOf(preview, customFields);
  const choose = (field: string, isTaken: boolean) =>
    onTake(isTaken ? [...take, field] : take.filter((one) => one !== field));
  return (
    <SpaceBetween size="l">
      <Alert type="warning">
        {nameWithNumber(double)} is a contact no more after this, which cannot be undone. {kept.phoneNumber}{' '}
        stays.
      </Alert>
      {differing.length > 0 && (
        <Section title="Both have a value: choose which one is kept">
          <ColumnLayout columns={2}>
            {differing.map(({ field, label, kept: own = '–', double: other = '–' }) => (
              <FormField key={field} label={label}>
                <RadioGroup
                  value={take.includes(field) ? 'double' : 'kept'}
                  onChange={({ detail }) => choose(field, detail.value === 'double')}
                  items={[
                    { value: 'kept', label: own, description: `Of ${kept.phoneNumber}` },
                    { value: 'double', label: other, description: `Of ${double.phoneNumber}` },
                  ]}
                />
              </FormField>
            ))}
          </ColumnLayout>
        </Section>
      )}
      <Section title={`Taken from ${double.phoneNumber}`}>
        {filled.length === 0 ? (
          <Box color="text-body-secondary">Nothing: {kept.phoneNumber} has all that it has.</Box>
        ) : (
          <KeyValuePairs
            columns={2}
            items={filled.map(({ label, double: value = '–' }) => ({ label, value }))}
          />
        )}
      </Section>
      {staying.length > 0 && (
        <Section title="Stays as it is">
          <KeyValuePairs
            columns={2}
            items={staying.map(({ label, kept: value = '–' }) => ({ label, value }))}
          />
        </Section>
      )}
      <Section title="Consent and texts">
        <ul>
          {consequencesOf(preview).map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      </Section>
    </SpaceBetween>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Box variant="h3" padding={{ bottom: 'xs' }}>
        {title}
      </Box>
      {children}
    </div>
  );
}

/** Describes what happens with consent, which belongs to a number. */
function consequencesOf({ kept, double, tags, groupsLeft }: MergePreview): string[] {
  const names = groupsLeft.map(({ name }) => name).join(', ');
  return [
    `Consent belongs to a number. ${kept.phoneNumber} ${
      kept.optedOutAt !== undefined
        ? 'has opted out, and stays opted out.'
        : kept.groups.length + kept.pendingGroups.length === 0
          ? 'is in no group, and stays in none.'
          : 'stays in its groups, and is asked for nothing.'
    }`,
    ...(names === ''
      ? []
      : [`It does not join ${names}, where only ${double.phoneNumber} has agreed to texts.`]),
    ...tags.map(({ group, tag }) => `It gets the tag ${tag} in ${group}.`),
    double.optedOutAt === undefined
      ? `${double.phoneNumber} leaves its groups, and gets no more texts.`
      : `${double.phoneNumber} has opted out. That stays with this number alone.`,
    `Texts to and from ${double.phoneNumber} and its consent stay under that number: Messages finds them.`,
  ];
}
