import { listRadiusActions } from '@portal/contract/network/access';
import {
  endNetworkSession,
  listLineSessions,
  listNetworkSessions,
  listSessionWaves,
  startSessionWave,
  stopSessionWave,
} from '@portal/contract/network/staff-sessions';
import { type QueryClient, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';
import { queryOf, type SessionChoice } from '../session-choice.ts';

const PAGE_SIZE = 50;
const LOOK_AGAIN_MS = 10_000;

/** The sessions of a choice, the latest first, fifty at a time. Looks again by itself while it is seen. */
export function useSessions(choice: SessionChoice) {
  return useInfiniteQuery({
    queryKey: [listNetworkSessions.path, choice],
    queryFn: ({ pageParam }) =>
      callEndpoint(listNetworkSessions, {
        query: { ...queryOf(choice), limit: PAGE_SIZE, ...(pageParam && { before: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.key),
    select: (pages) => pages.pages.flat(),
    refetchOnMount: 'always',
    // Only what is at the top of the list changes by itself: whoever reads on is not disturbed.
    refetchInterval: ({ state }) => (state.data !== undefined && state.data.pages.length > 1 ? false : LOOK_AGAIN_MS),
  });
}

/** The last thirty sessions of a customer's line. */
export function useLineSessions(customerId: number, lineId: number) {
  return useQuery({
    queryKey: [listLineSessions.path, customerId, lineId],
    queryFn: () => callEndpoint(listLineSessions, { params: { id: customerId }, query: { line: lineId } }),
    refetchOnMount: 'always',
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** The last times that all sessions of an access server were ended. */
export function useSessionWaves() {
  return useQuery({
    queryKey: [listSessionWaves.path],
    queryFn: () => callEndpoint(listSessionWaves),
    refetchOnMount: 'always',
    refetchInterval: LOOK_AGAIN_MS,
  });
}

function renew(client: QueryClient) {
  const paths = [listNetworkSessions.path, listLineSessions.path, listSessionWaves.path, listRadiusActions.path];
  return Promise.all(paths.map((path) => client.invalidateQueries({ queryKey: [path] })));
}

export function useEndSession(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.output<typeof endNetworkSession.body>) =>
      callEndpoint(endNetworkSession, { params: { id }, body }),
    onSettled: () => renew(client),
  });
}

/** Ends all sessions of an access server, or previews that. */
export function useStartWave() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.output<typeof startSessionWave.body>) => callEndpoint(startSessionWave, { body }),
    onSettled: () => renew(client),
  });
}

export function useStopWave(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callEndpoint(stopSessionWave, { params: { id }, body: {} }),
    onSettled: () => renew(client),
  });
}
