interface Props {
  label: string;
  chosen: string;
  spans: ReadonlyArray<{ id: string; text: string }>;
  onChange: (id: string) => void;
}

/** Choice of how many days are shown. Cloudscape's control brings its lists of options, which the first screen does without. */
export const SpanChoice = ({ label, chosen, spans, onChange }: Props) => (
  <fieldset className="span-choice">
    <legend className="span-choice-label">{label}</legend>
    {spans.map(({ id, text }) => (
      <label key={id}>
        <input type="radio" name="span" value={id} checked={id === chosen} onChange={() => onChange(id)} />
        <span>{text}</span>
      </label>
    ))}
  </fieldset>
);
