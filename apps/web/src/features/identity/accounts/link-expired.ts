import { ApiError } from '../../../shared/api/api-error.ts';

/** Whether a mailed link was refused because it has been used or is too old. */
export function isLinkExpired(failure: unknown): boolean {
  return failure instanceof ApiError && failure.code === 'account.link-expired';
}
