import type { ComponentProps } from 'react';
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx';

export type FieldProps = FieldFrameProps & Omit<ComponentProps<'input'>, 'id'>;

/**
 * A one-line input with label, hint and error. Spread react-hook-form's `register(name)` into it.
 */
export function Field({ label, hint, error, ...input }: FieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(wiring) => <input type="text" {...input} {...wiring} className="input" />}
    </FieldFrame>
  );
}
