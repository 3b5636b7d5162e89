import { validationMessage } from '@portal/contract/platform/validation-message';
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type { ZodMiniType } from 'zod/mini';

/**
 * Checks a react-hook-form form with a schema of the contract. The first message of each field is
 * shown.
 */
export function formResolver<Values extends FieldValues, Output extends FieldValues>(
  schema: ZodMiniType<Output, Values>,
): Resolver<Values, unknown, Output> {
  return (values) => {
    const result = schema.safeParse(values, { error: validationMessage });
    if (result.success) return { values: result.data, errors: {} };
    const errors: Record<string, { type: string; message: string }> = {};
    for (const issue of result.error.issues) {
      const field = issue.path.join('.');
      errors[field] ??= { type: issue.code, message: issue.message };
    }
    return { values: {}, errors: errors as FieldErrors<Values> };
  };
}
