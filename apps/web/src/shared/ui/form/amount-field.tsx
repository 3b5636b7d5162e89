import { formatExactNaira } from '../../format/naira.ts';
import { parseNaira } from '../../format/parse-naira.ts';
import { Field, type FieldProps } from './field.tsx';

const NOT_READ = 'This is not read as an amount: write 1,250.50 or 1250.50';

/**
 * Naira as they are typed, with the amount that is understood beneath, before anything is booked.
 * `typed` is the present text, whoever has written it. Of one that may mean two sums it says so at once.
 */
export function AmountField({ hint, typed, ...input }: FieldProps & { typed: string }) {
  const naira = parseNaira(typed);
  const understood = Number.isNaN(naira) ? NOT_READ : `That is ${formatExactNaira(naira)}`;
  return (
    <Field
      inputMode="decimal"
      autoComplete="off"
      {...input}
      hint={
        typed.trim() === '' ? (
          hint
        ) : (
          <>
            <output className="semi">{understood}</output>
            {hint && <span className="block">{hint}</span>}
          </>
        )
      }
    />
  );
}
