import type { IdentificationKind } from '@portal/contract/platform/settings';
import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { readWays, writeWays } from '../identification-ways.ts';

const KINDS: readonly { readonly value: IdentificationKind; readonly label: string }[] = [
  { value: 'facts', label: 'They know facts' },
  { value: 'callback', label: 'Called back' },
  { value: 'card', label: 'A card is seen' },
];

type WaysFieldProps = {
  label: string;
  hint: string | undefined;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
};

/** A list of ways to know who somebody is, each with its kind, as rows that can be added and removed. */
export function WaysField({ label, hint, error, value, onChange }: WaysFieldProps) {
  const noteId = useId();
  const ways = readWays(value);
  const change = (at: number, part: Partial<(typeof ways)[number]>) =>
    onChange(writeWays(ways.map((way, index) => (index === at ? { ...way, ...part } : way))));
  return (
    <fieldset aria-describedby={error || hint ? noteId : undefined} className="field">
      <legend className="field-label mb-1.5">{label}</legend>
      <ul className="border-line border-t">
        {ways.map(({ name, kind }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity while its name is being typed.
          <li key={at} className="grid items-end gap-3 border-line border-b py-3 sm:grid-cols-[1fr_11rem_auto]">
            <Field
              label="What staff do"
              value={name}
              aria-label={`What staff do, way ${at + 1}`}
              onChange={({ currentTarget }) => change(at, { name: currentTarget.value })}
            />
            <SelectField
              label="Kind"
              options={KINDS}
              value={kind}
              aria-label={`Kind, way ${at + 1}`}
              onChange={({ currentTarget }) => change(at, { kind: currentTarget.value })}
            />
            <Button
              variant="quiet"
              className="justify-self-start"
              aria-label={`Remove way ${at + 1}`}
              onClick={() => onChange(writeWays(ways.filter((_, index) => index !== at)))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <div className="my-1.5">
        <Button variant="secondary" onClick={() => onChange(writeWays([...ways, { name: '', kind: 'facts' }]))}>
          Add a way
        </Button>
      </div>
      {error ? (
        <p className="field-error" id={noteId} role="alert">
          <CircleAlert />
          {error}
        </p>
      ) : (
        hint && (
          <p className="field-hint" id={noteId}>
            {hint}
          </p>
        )
      )}
    </fieldset>
  );
}
