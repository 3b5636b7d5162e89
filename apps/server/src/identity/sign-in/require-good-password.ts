import { ApiError } from '../../platform/http/errors/api-error.ts';
import { findPasswordFault } from '../accounts/account.policy.ts';
import type { Passwords } from './create-passwords.ts';

const BREACHED = 'This password was stolen somewhere before, so others may try it. Choose another.';

/** The error of a password field, with its reason. */
export function weakPassword(field: 'password' | 'newPassword', fault: string): ApiError {
  return new ApiError('account.weak-password', { message: fault, errors: { [field]: fault } });
}

/**
 * Throws ApiError account.weak-password, with the reason beside the field, for a common password, one
 * that contains its owner's name or address, or one of the operator's list of breaches (threats A12).
 */
export async function requireGoodPassword(
  { isBreached }: Pick<Passwords, 'isBreached'>,
  field: 'password' | 'newPassword',
  password: string,
  person: { readonly email: string; readonly firstName: string | null; readonly lastName: string | null },
): Promise<void> {
  const { email, firstName, lastName } = person;
  const known = findPasswordFault(password, { email, firstName: firstName ?? '', lastName: lastName ?? '' });
  const fault = known ?? ((await isBreached(password)) ? BREACHED : null);
  if (fault !== null) throw weakPassword(field, fault);
}
