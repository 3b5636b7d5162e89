import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from './api-error.ts';

/** Puts the server's messages beside the fields they are about. True when there were any. */
export function showServerErrors<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  failure: unknown,
  fields: readonly FieldPath<Values>[],
): boolean {
  if (!(failure instanceof ApiError)) return false;
  const shown = fields.filter((field) => failure.errors[field]);
  for (const [index, field] of shown.entries()) {
    form.setError(field, { type: 'server', message: failure.errors[field] ?? '' }, { shouldFocus: index === 0 });
  }
  return shown.length > 0;
}
