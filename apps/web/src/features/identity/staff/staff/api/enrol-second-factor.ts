import { enrolSecondFactor } from '@portal/contract/identity/staff-sign-in';
import { useMutation } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** Starts to set up an authenticator app. Each call replaces the secret. */
export function useEnrolment() {
  return useMutation({ mutationFn: () => callEndpoint(enrolSecondFactor) });
}
