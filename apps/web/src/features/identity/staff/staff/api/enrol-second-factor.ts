import { enrolSecondFactor } from '@portal/contract/identity/staff-sign-in';
import { useMutation } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/**
 * Begins to set up an authenticator app. Each call makes another secret in place of the one before.
 */
export function useEnrolment() {
  return useMutation({ mutationFn: () => callEndpoint(enrolSecondFactor) });
}
