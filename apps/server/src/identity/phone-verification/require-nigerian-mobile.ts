import { errorCodes } from '@portal/contract/platform/error-codes';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { nigerianMobile } from './phone-verification.policy.ts';

/**
 * The number in E.164. Throws ApiError phone.not-nigerian-mobile, with the message at `field`.
 */
export function requireNigerianMobile(phoneNumber: string, field = 'phoneNumber'): string {
  const phone = nigerianMobile(phoneNumber);
  if (phone !== null) return phone;
  throw new ApiError('phone.not-nigerian-mobile', {
    errors: { [field]: errorCodes['phone.not-nigerian-mobile'].message },
  });
}
