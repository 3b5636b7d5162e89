import type { ComponentProps } from 'react';
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx';

export type TextAreaFieldProps = FieldFrameProps & Omit<ComponentProps<'textarea'>, 'id'>;

export function TextAreaField({ label, hint, error, ...area }: TextAreaFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(wiring) => <textarea {...area} {...wiring} className="input" />}
    </FieldFrame>
  );
}
