import { ApiError } from '../../platform/http/api-error.ts';
import { findPasswordFault } from '../accounts/account.policy.ts';

/** The error of a password field, with its reason. */
export function weakPassword(field: 'password' | 'newPassword', fault: string): ApiError {
  return new ApiError('account.weak-password', { message: fault, errors: { [field]: fault } });
}

/**
 * Throws ApiError account.weak-password, with the reason beside the field, for a common password or
 * one that contains its owner's name or address (threats A12).
 */
export function requireGoodPassword(
  field: 'password' | 'newPassword',
  password: string,
  person: { readonly email: string; readonly firstName: string | null; readonly lastName: string | null },
): void {
  const { email, firstName, lastName } = person;
  const fault = findPasswordFault(password, { email, firstName: firstName ?? '', lastName: lastName ?? '' });
  if (fault !== null) throw weakPassword(field, fault);
}
