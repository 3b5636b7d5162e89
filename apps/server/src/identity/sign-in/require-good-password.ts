import { ApiError } from '../../platform/http/api-error.ts';
import { findPasswordFault } from '../accounts/account.policy.ts';

/** A refusal of the password in a field, with its reason. */
export function weakPassword(field: 'password' | 'newPassword', fault: string): ApiError {
  return new ApiError('account.weak-password', { message: fault, errors: { [field]: fault } });
}

/** Refuses with account.weak-password, the reason beside the field, what is guessed first or reveals its owner (threats A12). */
export function requireGoodPassword(
  field: 'password' | 'newPassword',
  password: string,
  person: { readonly email: string; readonly firstName: string | null; readonly lastName: string | null },
): void {
  const { email, firstName, lastName } = person;
  const fault = findPasswordFault(password, { email, firstName: firstName ?? '', lastName: lastName ?? '' });
  if (fault !== null) throw weakPassword(field, fault);
}
