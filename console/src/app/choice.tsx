import Select from '@cloudscape-design/components/select';

const NOT_KNOWN = { value: '', label: 'Not known' };

/** Select of one of a few values, or none. */
export function Choice<Value extends string>(props: {
  options: { value: Value; label: string }[];
  value: Value | '';
  onChange: (value: Value | '') => void;
}) {
  const find = (chosen: string | undefined) => props.options.find(({ value }) => value === chosen);
  return (
    <Select
      selectedOption={find(props.value) ?? NOT_KNOWN}
      options={[NOT_KNOWN, ...props.options]}
      expandToViewport
      onChange={({ detail }) => props.onChange(find(detail.selectedOption.value)?.value ?? '')}
    />
  );
}
