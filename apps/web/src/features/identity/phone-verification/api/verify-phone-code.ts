import { verifyPhoneCode } from '@portal/contract/identity/phone-verification';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { sessionQuery } from '../../../../shared/session/use-session.ts';

/** Verifies a number with its code; the user then has that number, so the session is refetched. */
export function useVerifyPhoneCode() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (form: { phoneNumber: string; otp: string }) => callEndpoint(verifyPhoneCode, { body: form }),
    onSuccess: ({ phoneNumber }) => {
      client.setQueryData(
        sessionQuery.queryKey,
        (user) => user && { ...user, phone: phoneNumber, phoneVerified: true },
      );
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
}
