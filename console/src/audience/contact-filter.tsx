import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import PropertyFilter from '@cloudscape-design/components/property-filter';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useMemo, useState } from 'react';
import { useCustomFields } from '../api/account-lists';
import type { Condition } from '../api/schemas';
import { conditionOf, queryOf, unusableValue, type Query } from './condition-query';
import { describeCondition } from './describe-condition';
import { type FilterField, filterFieldsOf, filteringOptions, filteringProperties } from './filter-fields';

interface Props {
  condition: Condition | undefined;
  onChange: (condition: Condition | undefined) => void;
}

/** Filter by any fields of contacts, combined by and/or, as a condition of the API. */
export function ContactFilter(props: Props) {
  const { data: customFields, isPending } = useCustomFields();
  const fields = useMemo(() => filterFieldsOf(customFields ?? []), [customFields]);
  // The kind of a field decides how its condition is shown.
  if (isPending && props.condition !== undefined) {
    return <StatusIndicator type="loading">Loading the fields</StatusIndicator>;
  }
  return <FilterOf {...props} fields={fields} />;
}

function FilterOf({ condition, fields, onChange }: Props & { fields: readonly FilterField[] }) {
  const [query, setQuery] = useState<Query | undefined>(() => queryOf(condition, fields));
  const [problem, setProblem] = useState<string>();

  if (query === undefined) {
    return (
      <Alert
        type="info"
        header="This filter was made through the API"
        action={
          <Button
            onClick={() => {
              setQuery({ tokens: [], tokenGroups: [], operation: 'and' });
              onChange(undefined);
            }}
          >
            Replace it
          </Button>
        }
      >
        {condition && describeCondition(condition, fields)}
      </Alert>
    );
  }
  return (
    <PropertyFilter
      query={query}
      filteringConstraintText={
        problem !== undefined && (
          <span role="alert">
            <StatusIndicator type="error">{problem}</StatusIndicator>
          </span>
        )
      }
      onChange={({ detail }) => {
        const unusable = unusableValue(detail, fields);
        setProblem(unusable);
        // Without its value a condition would have another meaning, such as "at least 0", which matches everyone.
        if (unusable !== undefined) return;
        setQuery(detail);
        onChange(conditionOf(detail, fields));
      }}
      filteringProperties={filteringProperties(fields)}
      filteringOptions={filteringOptions(fields)}
      filteringPlaceholder="Filter by name, state, any field"
      filteringAriaLabel="Filter contacts by their fields"
      enableTokenGroups
      expandToViewport
    />
  );
}
