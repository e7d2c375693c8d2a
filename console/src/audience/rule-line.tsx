import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import { describeCondition } from './describe-condition';
import type { FilterField } from './filter-fields';
import { HiddenLabel } from './hidden-label';
import { RuleCount } from './rule-count';
import { fieldOptions, verbOptions } from './rule-options';
import { RuleValue } from './rule-value';
import { verbsOf } from './rule-verbs';
import { conditionOfLine, partsOf, type KeptRule, type Line, type Rule } from './rules';

interface LineProps<Shown extends Line = Line> {
  line: Shown;
  fields: readonly FilterField[];
  /** Number of the rule, such as 2, 3.1 or `2 of step 3`. */
  number: string;
  onChange: (line: Line) => void;
  onRemove: () => void;
}

/** Rule as a sentence, with the number of contacts that meet it. */
export function RuleLine({ line, ...props }: LineProps) {
  const { fields, number, onRemove } = props;
  return (
    <div className="rule" role="group" aria-label={`Rule ${number}`} data-rule={line.key}>
      {'kept' in line ? <Kept {...props} line={line} /> : <Sentence {...props} line={line} />}
      <RuleCount condition={conditionOfLine(line, fields)} fields={fields} />
      <Button iconName="remove" variant="icon" ariaLabel={`Remove rule ${number}`} onClick={onRemove} />
    </div>
  );
}

const Kept = ({ line, fields }: Pick<LineProps<KeptRule>, 'line' | 'fields'>) => (
  <div className="rule-kept">{describeCondition(line.kept, fields)}</div>
);

function Sentence({ line, fields, number, onChange }: Omit<LineProps<Rule>, 'onRemove'>) {
  const { field, verb } = partsOf(line, fields);
  const verbs = field === undefined ? [] : verbsOf(field);
  const chooseField = (name: string | undefined) => {
    const chosen = fields.find((one) => one.field === name);
    if (chosen === undefined || chosen === field) return;
    onChange({ ...line, field: chosen.field, verb: verbsOf(chosen)[0]?.id ?? '', values: [] });
  };
  const chooseVerb = (id: string | undefined) => {
    const chosen = verbs.find((one) => one.id === id);
    if (chosen === undefined) return;
    const values = chosen.entry === verb?.entry ? line.values : [];
    onChange({ ...line, verb: chosen.id, values });
  };
  return (
    <>
      <FormField label={<HiddenLabel>{`Field of rule ${number}`}</HiddenLabel>} stretch>
        <Select
          selectedOption={field === undefined ? null : { value: field.field, label: field.label }}
          options={fieldOptions(fields)}
          placeholder="Choose a field"
          filteringType="auto"
          filteringPlaceholder="Find a field"
          filteringAriaLabel="Find a field"
          expandToViewport
          onChange={({ detail }) => chooseField(detail.selectedOption.value)}
        />
      </FormField>
      {field !== undefined && (
        <FormField label={<HiddenLabel>{`Comparison of rule ${number}`}</HiddenLabel>} stretch>
          <Select
            selectedOption={verb === undefined ? null : { value: verb.id, label: verb.words }}
            options={verbOptions(verbs)}
            expandToViewport
            onChange={({ detail }) => chooseVerb(detail.selectedOption.value)}
          />
        </FormField>
      )}
      {field !== undefined && verb !== undefined && (
        <RuleValue
          {...{ field, verb, number }}
          values={line.values}
          onChange={(values) => onChange({ ...line, values })}
        />
      )}
    </>
  );
}
