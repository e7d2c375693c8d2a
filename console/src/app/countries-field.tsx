import Multiselect from '@cloudscape-design/components/multiselect';
import { COUNTRIES } from '../format/countries';
import { allChosen } from './chosen-of';

/** Select of countries by their names; none stands for all that `placeholder` names. */
export function CountriesField({
  value,
  placeholder,
  ariaLabel,
  onChange,
}: {
  value: readonly string[];
  placeholder: string;
  ariaLabel?: string;
  onChange: (value: string[]) => void;
}) {
  return (
    <Multiselect
      selectedOptions={COUNTRIES.filter((country) => value.includes(country.value))}
      options={COUNTRIES}
      placeholder={placeholder}
      filteringType="auto"
      filteringAriaLabel="Find a country"
      empty="No country has this name."
      deselectAriaLabel={({ label }) => `Remove ${label}`}
      expandToViewport
      {...(ariaLabel !== undefined && { ariaLabel })}
      onChange={({ detail }) => onChange(allChosen(COUNTRIES, detail.selectedOptions))}
    />
  );
}
