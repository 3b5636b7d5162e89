import {
  type ChargeProductForm,
  createChargeProduct,
  editChargeProduct,
  listChargeProducts,
  listStaffChargeProducts,
  type StaffChargeProduct,
  setChargeProductActive,
} from '@portal/contract/billing/staff-charges';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** All charge products, retired ones too. Refetched whenever they are shown: colleagues change them too. */
export function useStaffChargeProducts() {
  return useQuery({
    queryKey: [listStaffChargeProducts.path],
    queryFn: () => callEndpoint(listStaffChargeProducts),
    refetchOnMount: 'always',
  });
}

async function renewProducts(client: QueryClient) {
  await client.invalidateQueries({ queryKey: [listStaffChargeProducts.path] });
  await client.invalidateQueries({ queryKey: [listChargeProducts.path] });
}

/** Creates a charge product, or with an id changes one. */
export function useSaveChargeProduct(id: string | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ChargeProductForm) =>
      id === null
        ? callEndpoint(createChargeProduct, { body })
        : callEndpoint(editChargeProduct, { params: { id }, body }),
    onSettled: () => renewProducts(client),
  });
}

/** Charges a product no more, or again. */
export function useSetChargeProductActive() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, active }: Pick<StaffChargeProduct, 'id' | 'active'>) =>
      callEndpoint(setChargeProductActive, { params: { id }, body: { active } }),
    onSettled: () => renewProducts(client),
  });
}
