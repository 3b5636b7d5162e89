import * as entries from '@portal/contract/identity/phone-verification';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { type SendPhoneCodeDeps, sendPhoneCode } from './send-phone-code.ts';
import { type VerifyPhoneCodeDeps, verifyPhoneCode } from './verify-phone-code.ts';

/**
 * A customer's phone number, verified by a code in an SMS (specification sections 4, 5, 7 and 8).
 */
export function registerPhoneVerification(routes: Routes, deps: SendPhoneCodeDeps & VerifyPhoneCodeDeps): void {
  routes.serve(entries.sendPhoneCode, async ({ body, viewer, request }) => {
    const { phone, expiresAt } = await sendPhoneCode(deps, {
      userId: viewer.user.id,
      phoneNumber: body.phoneNumber,
      address: request.ip,
    });
    return {
      success: true as const,
      message: 'OTP Sent Successfully',
      phoneNumber: phone,
      expiresAt: expiresAt.toISOString(),
    };
  });

  routes.serve(entries.verifyPhoneCode, async ({ body, viewer }) => {
    const { phone } = await verifyPhoneCode(deps, {
      userId: viewer.user.id,
      phoneNumber: body.phoneNumber,
      code: body.otp,
    });
    return { success: true as const, message: 'Phone Verified Successfully', phoneNumber: phone };
  });
}
