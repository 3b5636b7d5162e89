import {
  type BundleForm,
  createBundle,
  editBundle,
  listStaffBundles,
  type StaffBundle,
  setBundleActive,
} from '@portal/contract/billing/staff-data-bundles';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/**
 * After a change the list is refetched whatever its outcome: a refusal means that a colleague was
 * faster.
 */
function renewBundles(client: QueryClient) {
  return client.invalidateQueries({ queryKey: [listStaffBundles.path] });
}

/** Creates a bundle, or with an id changes one, except for its size. */
export function useSaveBundle(id: string | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BundleForm) =>
      id === null ? callEndpoint(createBundle, { body }) : callEndpoint(editBundle, { params: { id }, body }),
    onSettled: () => renewBundles(client),
  });
}

/** Retires a bundle, or offers it again. */
export function useSetBundleActive() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, active }: Pick<StaffBundle, 'id' | 'active'>) =>
      callEndpoint(setBundleActive, { params: { id }, body: { active } }),
    onSettled: () => renewBundles(client),
  });
}
