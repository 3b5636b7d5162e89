import { listFlaggedReferrals } from '@portal/contract/billing/staff-referrals';
import { useInfiniteQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';
import { noteDataAge } from '../../../../../shared/api/data-age.ts';

const PAGE_SIZE = 50;

/** Referrals between people who may be one, newest first, fifty at a time. */
export function useFlaggedReferrals() {
  return useInfiniteQuery({
    queryKey: [listFlaggedReferrals.path],
    queryFn: ({ pageParam }) =>
      callEndpoint(listFlaggedReferrals, {
        onHeaders: noteDataAge(listFlaggedReferrals.path),
        query: { limit: PAGE_SIZE, ...(pageParam && { before: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
    select: (pages) => pages.pages.flat(),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}
