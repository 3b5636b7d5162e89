import type { ComponentProps } from 'react';
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx';

export type SelectOption = { value: string; label: string };

export type SelectFieldProps = FieldFrameProps &
  Omit<ComponentProps<'select'>, 'id' | 'children'> & {
    options: readonly SelectOption[];
    /** An empty first choice, for example 'Select a payment gateway'. */
    placeholder?: string;
  };

/** The browser's own list, so that phones show theirs. */
export function SelectField({ label, hint, error, options, placeholder, ...select }: SelectFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(wiring) => (
        <select {...select} {...wiring} className="input">
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}
