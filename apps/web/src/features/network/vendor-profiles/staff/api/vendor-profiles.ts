import {
  changeVendorProfile,
  createVendorProfile,
  deleteVendorProfile,
  listVendorProfiles,
  type ProfileTemplates,
  previewVendorProfile,
  resetVendorProfile,
} from '@portal/contract/network/staff-vendor-profiles';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** The vendor profiles, with the placeholders and attributes that they may have. */
export function useVendorProfiles() {
  return useQuery({
    queryKey: [listVendorProfiles.path],
    queryFn: () => callEndpoint(listVendorProfiles),
    refetchOnMount: 'always',
  });
}

function useListAgain() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [listVendorProfiles.path] });
}

type Form = ProfileTemplates & { readonly name: string };

export function useCreateProfile() {
  const onSettled = useListAgain();
  return useMutation({ mutationFn: (body: Form) => callEndpoint(createVendorProfile, { body }), onSettled });
}

export function useChangeProfile(id: string) {
  const onSettled = useListAgain();
  return useMutation({
    mutationFn: (body: Form) => callEndpoint(changeVendorProfile, { params: { id }, body }),
    onSettled,
  });
}

export function useResetProfile(id: string) {
  const onSettled = useListAgain();
  return useMutation({ mutationFn: () => callEndpoint(resetVendorProfile, { params: { id } }), onSettled });
}

export function useDeleteProfile(id: string) {
  const onSettled = useListAgain();
  return useMutation({ mutationFn: () => callEndpoint(deleteVendorProfile, { params: { id } }), onSettled });
}

/** What a line of the plan would get with these lines; the last answer stays while they change. */
export function useProfilePreview(id: string, planId: string, draft: ProfileTemplates) {
  return useQuery({
    enabled: planId !== '',
    queryKey: [previewVendorProfile.path, id, planId, draft],
    queryFn: () => callEndpoint(previewVendorProfile, { params: { id }, body: { planId, ...draft } }),
    placeholderData: keepPreviousData,
    retry: false,
  });
}
