import { readTimeline } from '@portal/contract/console/customer-notes';
import { getCustomer } from '@portal/contract/console/customers';
import {
  type AddressPool,
  type AddressPoolForm,
  createAddressPool,
  editAddressPool,
  getStaffLineAddresses,
  listAddressPools,
  listPoolAddresses,
  setAddressPoolRetired,
  setLineAddress,
} from '@portal/contract/network/addresses';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

const PAGE_SIZE = 50;

/** The pools with how many of their addresses are taken and free. */
export function useAddressPools() {
  return useQuery({
    queryKey: [listAddressPools.path],
    queryFn: () => callEndpoint(listAddressPools),
    refetchOnMount: 'always',
  });
}

/** Adds a pool, or with an id changes one. */
export function useSaveAddressPool(id: string | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: AddressPoolForm) =>
      id === null ? callEndpoint(createAddressPool, { body }) : callEndpoint(editAddressPool, { params: { id }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: [listAddressPools.path] }),
  });
}

/** Gives no address of a pool any more, or again. */
export function useSetAddressPoolRetired() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, retired }: Pick<AddressPool, 'id' | 'retired'>) =>
      callEndpoint(setAddressPoolRetired, { params: { id }, body: { retired } }),
    onSettled: () => client.invalidateQueries({ queryKey: [listAddressPools.path] }),
  });
}

/** Whose the addresses of a pool are and were, fifty at a time. */
export function usePoolAddresses(id: string) {
  return useInfiniteQuery({
    queryKey: [listPoolAddresses.path, id],
    queryFn: ({ pageParam }) =>
      callEndpoint(listPoolAddresses, { params: { id }, query: { ...(pageParam && { before: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
    select: (pages) => pages.pages.flat(),
    refetchOnMount: 'always',
  });
}

/** What a line has and had, and what it can have. */
export function useStaffLineAddresses(id: number, line: number) {
  return useQuery({
    queryKey: [getStaffLineAddresses.path, id, line],
    queryFn: () => callEndpoint(getStaffLineAddresses, { params: { id }, query: { line } }),
    refetchOnMount: 'always',
  });
}

/** Gives a line a fixed address, another one, or none from the end of its paid time on. */
export function useSetLineAddress(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.output<typeof setLineAddress.body>) => callEndpoint(setLineAddress, { params: { id }, body }),
    onSettled: () =>
      Promise.all(
        [getStaffLineAddresses.path, getCustomer.path, readTimeline.path].map((path) =>
          client.invalidateQueries({ queryKey: [path, id] }),
        ),
      ),
  });
}
