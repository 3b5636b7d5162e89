import { sendPhoneCode } from '@portal/contract/identity/phone-verification';
import { useMutation } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/** Sends a code by SMS. Every call is a new code; the one before it stops counting. */
export function useSendPhoneCode() {
  return useMutation({
    mutationFn: (form: { phoneNumber: string }) => callEndpoint(sendPhoneCode, { body: form }),
  });
}
