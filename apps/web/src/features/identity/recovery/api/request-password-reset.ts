import { requestPasswordReset } from '@portal/contract/identity/recovery';
import { useMutation } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/** Whether what somebody has typed is a number, and not an address. */
export const isNumber = (place: string): boolean => !place.includes('@');

/**
 * Requests a password reset link, by mail or as a text. The answer is the same whether the address or number
 * has an account or not.
 */
export function useRequestPasswordReset() {
  return useMutation({
    mutationFn: ({ email: place }: { email: string }) =>
      callEndpoint(requestPasswordReset, { body: isNumber(place) ? { phone: place } : { email: place } }),
  });
}
