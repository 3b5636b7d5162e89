import { listAudit } from '@portal/contract/audit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

const PAGE_SIZE = 50;

/** What staff changed, newest first, fifty at a time: everything, or one subject's ("customer:42"). */
export function useAudit(subject: string | undefined) {
  return useInfiniteQuery({
    queryKey: [listAudit.path, subject],
    queryFn: ({ pageParam }) =>
      callEndpoint(listAudit, { query: { limit: PAGE_SIZE, subject, ...(pageParam > 0 && { before: pageParam }) } }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
    select: (pages) => pages.pages.flat(),
    refetchOnMount: 'always',
  });
}
