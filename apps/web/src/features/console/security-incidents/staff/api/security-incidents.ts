import { getOverview } from '@portal/contract/console/overview';
import {
  addIncidentEntry,
  getSecurityIncident,
  type IncidentForm,
  listSecurityIncidents,
  openSecurityIncident,
} from '@portal/contract/console/security-incidents';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { infer as Infer } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

const PAGE_SIZE = 50;
/** While the page is visible: clocks run. */
const REFRESH_MS = 60_000;

/** The register, the newest first, fifty at a time. */
export function useSecurityIncidents() {
  return useInfiniteQuery({
    queryKey: [listSecurityIncidents.path],
    queryFn: ({ pageParam }) =>
      callEndpoint(listSecurityIncidents, { query: pageParam > 0 ? { before: pageParam } : {} }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : Number(page.at(-1)?.number.slice(2))),
    select: (pages) => pages.pages.flat(),
    refetchOnMount: 'always',
    refetchInterval: REFRESH_MS,
  });
}

/** One incident with its clocks. */
export function useSecurityIncident(id: string) {
  return useQuery({
    queryKey: [getSecurityIncident.path, id],
    queryFn: () => callEndpoint(getSecurityIncident, { params: { id } }),
    refetchOnMount: 'always',
    refetchInterval: REFRESH_MS,
  });
}

/** A write; the register and what needs attention are refetched, whatever the outcome. */
function useRegisterWrite<Order, Answer>(mutationFn: (order: Order) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () =>
      Promise.all(
        [listSecurityIncidents.path, getSecurityIncident.path, getOverview.path].map((path) =>
          client.invalidateQueries({ queryKey: [path] }),
        ),
      ),
  });
}

/** Opens an incident; repeated with the same id it is one. */
export function useOpenIncident() {
  return useRegisterWrite((body: IncidentForm) => callEndpoint(openSecurityIncident, { body }));
}

/** Adds an entry; repeated with the same id it is one. */
export function useAddEntry(id: string) {
  return useRegisterWrite((body: Infer<typeof addIncidentEntry.body>) =>
    callEndpoint(addIncidentEntry, { params: { id }, body }),
  );
}
