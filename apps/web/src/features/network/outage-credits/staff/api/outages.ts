import {
  applyOutage,
  excludeFromOutage,
  getOutage,
  listOutageLines,
  listOutages,
  type Outage,
  type OutageLine,
} from '@portal/contract/network/staff-outage-credits';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

const PAGE_SIZE = 50;
const ASKED_AGAIN_AFTER_MS = 5000;

/** Whether it is changing by itself just now. */
function isMoving({ state }: Outage): boolean {
  return state === 'listing' || state === 'applying';
}

/** Outages that are credited, the latest first. */
export function useOutages() {
  return useQuery({
    queryKey: [listOutages.path],
    queryFn: () => callEndpoint(listOutages),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data?.some(isMoving) ? ASKED_AGAIN_AFTER_MS : false),
  });
}

/** One outage; refetched every five seconds while something is under way. */
export function useOutage(id: string) {
  return useQuery({
    queryKey: [getOutage.path, id],
    queryFn: () => callEndpoint(getOutage, { params: { id } }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? ASKED_AGAIN_AFTER_MS : false),
  });
}

/** The lines of an outage, fifty at a time. `version` changes when the list does. */
export function useOutageLines(id: string, state: OutageLine['state'] | '', version: string) {
  return useInfiniteQuery({
    queryKey: [listOutageLines.path, id, state, version],
    queryFn: ({ pageParam }) =>
      callEndpoint(listOutageLines, {
        params: { id },
        query: { limit: PAGE_SIZE, ...(state && { state }), ...(pageParam > 0 && { after: pageParam }) },
      }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.lineId),
    select: (pages) => pages.pages.flat(),
    placeholderData: (before) => before,
    refetchOnMount: 'always',
  });
}

/** Afterwards everything about outages is refetched, whatever the outcome. */
function useRenewedOutages(id: string) {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [[listOutages.path], [getOutage.path, id], [listOutageLines.path, id]].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
}

/** Excludes a line, or includes it again. */
export function useExclude(id: string, line: number) {
  const renew = useRenewedOutages(id);
  return useMutation({
    mutationFn: (body: { excluded: boolean; reason: string }) =>
      callEndpoint(excludeFromOutage, { params: { id, line }, body }),
    onSettled: renew,
  });
}

/** Has the credits applied now. */
export function useApplyOutage(id: string) {
  const renew = useRenewedOutages(id);
  return useMutation({
    mutationFn: () => callEndpoint(applyOutage, { params: { id }, body: {} }),
    onSettled: renew,
  });
}
