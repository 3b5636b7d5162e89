import { listTillShifts } from '@portal/contract/billing/staff-counter';
import { useInfiniteQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

const PAGE_SIZE = 50;

/** The shifts of all staff, newest first, fifty at a time. */
export function useTillShifts() {
  return useInfiniteQuery({
    queryKey: [listTillShifts.path],
    queryFn: ({ pageParam }) => callEndpoint(listTillShifts, { query: pageParam ? { before: pageParam } : {} }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
    select: (pages) => pages.pages.flat(),
    refetchOnMount: 'always',
  });
}
