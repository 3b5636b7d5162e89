import { listAudit } from '@portal/contract/console/audit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';
import { noteDataAge } from '../../../../../shared/api/data-age.ts';

/** Filters by person and subject ("customer:42"); null for all. `without`: who has looked is left out. */
export type AuditFilter = {
  readonly subject: string | null;
  readonly actor: number | null;
  readonly without?: 'views';
};

/** The changes by staff, newest first, `pageSize` at a time. */
export function useAudit({ subject, actor, without }: AuditFilter, pageSize: number) {
  return useInfiniteQuery({
    queryKey: [listAudit.path, subject, actor, without, pageSize],
    queryFn: ({ pageParam }) =>
      callEndpoint(listAudit, {
        onHeaders: noteDataAge(listAudit.path),
        query: {
          limit: pageSize,
          ...(subject && { subject }),
          ...(actor && { actor }),
          ...(without && { without }),
          ...(pageParam > 0 && { before: pageParam }),
        },
      }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.id),
    select: (pages) => pages.pages.flat(),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}
