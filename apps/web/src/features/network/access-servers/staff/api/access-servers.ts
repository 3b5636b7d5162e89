import {
  changeAccessServer,
  createAccessServer,
  endAccessServerTurn,
  listAccessServers,
  retireAccessServer,
  testAccessServer,
  turnAccessServerSecret,
} from '@portal/contract/network/staff-access-servers';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

const REFETCH_MS = 15_000;

/** The access servers and how they are doing, read again every 15 seconds unless `live` is false. */
export function useAccessServers({
  enabled = true,
  live = true,
}: {
  readonly enabled?: boolean;
  readonly live?: boolean;
} = {}) {
  return useQuery({
    enabled,
    queryKey: [listAccessServers.path],
    queryFn: () => callEndpoint(listAccessServers),
    refetchOnMount: 'always',
    refetchInterval: live && REFETCH_MS,
  });
}

function useListAgain() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [listAccessServers.path] });
}

export function useCreateServer() {
  const onSettled = useListAgain();
  return useMutation({
    mutationFn: (body: z.output<typeof createAccessServer.body>) => callEndpoint(createAccessServer, { body }),
    onSettled,
  });
}

export function useChangeServer(id: string) {
  const onSettled = useListAgain();
  return useMutation({
    mutationFn: (body: z.output<typeof changeAccessServer.body>) =>
      callEndpoint(changeAccessServer, { params: { id }, body }),
    onSettled,
  });
}

export function useTurnSecret(id: string) {
  const onSettled = useListAgain();
  return useMutation({
    mutationFn: (body: z.output<typeof turnAccessServerSecret.body>) =>
      callEndpoint(turnAccessServerSecret, { params: { id }, body }),
    onSettled,
  });
}

export function useEndTurn(id: string) {
  const onSettled = useListAgain();
  return useMutation({ mutationFn: () => callEndpoint(endAccessServerTurn, { params: { id } }), onSettled });
}

export function useTestServer(id: string) {
  return useMutation({ mutationFn: () => callEndpoint(testAccessServer, { params: { id } }) });
}

export function useRetireServer(id: string) {
  const onSettled = useListAgain();
  return useMutation({ mutationFn: () => callEndpoint(retireAccessServer, { params: { id } }), onSettled });
}
