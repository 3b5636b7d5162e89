import { ApiError, isUnreachable, messageOf } from '../../../shared/api/api-error.ts';
import { phrase } from '../../../shared/i18n/translate.ts';

const GENERAL = phrase('Login failed. Please try again.');

/**
 * The message of a failed sign-in: the server's, else that of specification section 8; without an
 * answer, the exception's own where it is one for people, and not a parser's. After a server error
 * the password is never called wrong.
 */
export function loginFailure(failure: Error): string {
  if (failure instanceof ApiError) {
    return messageOf(failure, failure.status < 500 ? phrase('Invalid email or password') : GENERAL);
  }
  return isUnreachable(failure) ? failure.message : GENERAL;
}
