import {
  listAccessMismatches,
  listRadiusActions,
  listRejectedPackets,
  type RadiusAction,
} from '@portal/contract/network/access';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';
import { noteDataAge } from '../../../../../shared/api/data-age.ts';

const PAGE_SIZE = 50;
/** Waiting actions are retried every few seconds. */
const LOOK_AGAIN_MS = 10_000;

/** Which actions: of one state, of one customer; null for all. */
export type ActionChoice = { readonly state: RadiusAction['state'] | null; readonly customer: number | null };

/** The RADIUS actions, newest first, fifty at a time. Refetched automatically while it is open. */
export function useRadiusActions({ state, customer }: ActionChoice) {
  return useInfiniteQuery({
    queryKey: [listRadiusActions.path, state, customer],
    queryFn: ({ pageParam }) =>
      callEndpoint(listRadiusActions, {
        onHeaders: noteDataAge(listRadiusActions.path),
        query: {
          limit: PAGE_SIZE,
          ...(state && { state }),
          ...(customer && { customer }),
          ...(pageParam && { before: pageParam }),
        },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
    select: (pages) => pages.pages.flat(),
    refetchOnMount: 'always',
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** Where the network and our subscription records differed in the latest nightly reconciliation. */
export function useAccessMismatches() {
  return useQuery({
    queryKey: [listAccessMismatches.path],
    queryFn: () => callEndpoint(listAccessMismatches, { onHeaders: noteDataAge(listAccessMismatches.path) }),
    refetchOnMount: 'always',
  });
}

/** Accounting packets of which nothing could be counted, by kind. */
export function useRejectedPackets() {
  return useQuery({
    queryKey: [listRejectedPackets.path],
    queryFn: () => callEndpoint(listRejectedPackets),
    refetchOnMount: 'always',
  });
}
