import type { UseFormRegisterReturn } from 'react-hook-form';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { useIdentificationWays } from '../api/corrections.ts';

type IdentifiedByFieldProps = UseFormRegisterReturn & {
  customer: { readonly phoneVerified: boolean };
  error: string | undefined;
};

/** How the customer was identified: the choice on their page by default, or another of the operator's ways. */
export function IdentifiedByField({ customer, error, ...registered }: IdentifiedByFieldProps) {
  const ways = useIdentificationWays();
  const offered = (ways.data ?? []).filter(({ kind }) => kind !== 'callback' || customer.phoneVerified);
  return (
    <SelectField
      label="How do you know who it is?"
      placeholder={ways.isPending ? 'Loading...' : 'Choose'}
      options={offered.map(({ name }) => ({ value: name, label: name }))}
      error={ways.error ? 'We could not load the ways. Close this and try again.' : error}
      // Once they are there, so that the browser selects what the form has.
      key={offered.length}
      {...registered}
    />
  );
}
