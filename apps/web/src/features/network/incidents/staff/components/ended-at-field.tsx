import type { ComponentProps } from 'react';
import { Field } from '../../../../../shared/ui/form/field.tsx';

/** When an incident was over, which counts for the time that is credited. */
export function EndedAtField(props: Omit<ComponentProps<typeof Field>, 'label' | 'hint' | 'type'>) {
  return (
    <Field
      label="It was over at (Lagos time)"
      type="datetime-local"
      hint="When service was back. What a long outage took is counted up to then."
      {...props}
    />
  );
}
