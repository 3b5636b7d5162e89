import { type ComponentProps, type PointerEvent, useState } from 'react';
import { FieldFrame } from '../../../../shared/ui/form/field-frame.tsx';
import { classNames } from '../../../../shared/ui/layout/class-names.ts';
import './code-field.css';

/** Specification section 5: digits only, at most 6. */
export const CODE_LENGTH = 6;

export type CodeFieldProps = Pick<ComponentProps<'input'>, 'ref' | 'disabled'> & {
  label: string;
  value: string;
  onChange: (digits: string) => void;
};

/**
 * Six boxes over one input, so that pasting, autofill from the SMS and screen readers see one code.
 */
export function CodeField({ label, value, onChange, ...input }: CodeFieldProps) {
  const [focused, setFocused] = useState(false);
  const current = Math.min(value.length, CODE_LENGTH - 1);
  return (
    <FieldFrame label={label}>
      {(wiring) => (
        <div className="code">
          <input
            {...input}
            {...wiring}
            className="code-input"
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            spellCheck={false}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value.replace(/\D/g, '').slice(0, CODE_LENGTH))}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
            onPointerUp={goOnAtTheEnd}
          />
          <div className="code-boxes" aria-hidden="true">
            {Array.from({ length: CODE_LENGTH }, (_, place) => (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place.
                key={place}
                className={classNames('code-box', focused && place === current && 'code-box-current')}
              >
                {value[place]}
              </span>
            ))}
          </div>
        </div>
      )}
    </FieldFrame>
  );
}

/** The letters of the input itself are not seen: a tap anywhere means "go on typing". */
function goOnAtTheEnd({ currentTarget }: PointerEvent<HTMLInputElement>) {
  const end = currentTarget.value.length;
  currentTarget.setSelectionRange(end, end);
}
