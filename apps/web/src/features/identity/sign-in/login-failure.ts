import { ApiError, isUnreachable, messageOf } from '../../../shared/api/api-error.ts';
import { phrase } from '../../../shared/i18n/translate.ts';

const GENERAL = phrase('Login failed. Please try again.');

/**
 * What to say when signing in failed: the server's sentence, else that of specification section 8;
 * without an answer, the exception's own where it is one for people, and not what a parser says of
 * an answer that is none. A server that broke down has not judged the password, so it is never said
 * to be wrong then.
 */
export function loginFailure(failure: Error): string {
  if (failure instanceof ApiError) {
    return messageOf(failure, failure.status < 500 ? phrase('Invalid email or password') : GENERAL);
  }
  return isUnreachable(failure) ? failure.message : GENERAL;
}
