import { type ProfileForm, updateProfile } from '@portal/contract/identity/profile';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { sessionQuery } from '../../../../shared/session/use-session.ts';

/**
 * Changes name and email address; the returned person becomes the session user (specification
 * section 4).
 */
export function useUpdateProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (form: ProfileForm) => callEndpoint(updateProfile, { body: form }),
    onSuccess: ({ user }) => client.setQueryData(sessionQuery.queryKey, user),
  });
}
