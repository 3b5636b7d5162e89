import {
  completeLogin,
  confirmOwnSecondFactor,
  enrolOwnSecondFactor,
  getOwnSecondFactor,
  renewOwnRecoveryCodes,
  switchOffSecondFactor,
} from '@portal/contract/identity/second-factor';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { sessionQuery } from '../../../../shared/session/use-session.ts';
import { sessionsKey } from '../../sessions/api/list-sessions.ts';

const KEY = [getOwnSecondFactor.path];

/** Whether there is an authenticator app, and how many recovery codes are left. */
export function useOwnSecondFactor() {
  return useQuery({ queryKey: KEY, queryFn: () => callEndpoint(getOwnSecondFactor) });
}

/** Starts to set up an app. Each call replaces the secret. */
export function useOwnEnrolment() {
  return useMutation({ mutationFn: () => callEndpoint(enrolOwnSecondFactor) });
}

/** A call with a code, after which the state, and where one is signed in, may be another. */
function useCodeCall<Answer>(call: (body: { code: string }) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => call({ code }),
    onSuccess: () => Promise.all([KEY, sessionsKey].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

/** Finishes the set-up with a first code; the answer holds the recovery codes, this once. */
export function useOwnConfirmation() {
  return useCodeCall((body) => callEndpoint(confirmOwnSecondFactor, { body }));
}

/** Replaces the recovery codes. */
export function useOwnRenewal() {
  return useCodeCall((body) => callEndpoint(renewOwnRecoveryCodes, { body }));
}

export function useSwitchOff() {
  return useCodeCall((body) => callEndpoint(switchOffSecondFactor, { body }));
}

/** Finishes a sign-in after the password. */
export function useCompleteLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => callEndpoint(completeLogin, { body: { code } }),
    onSuccess: ({ user }) => {
      client.setQueryData(sessionQuery.queryKey, user);
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
}
