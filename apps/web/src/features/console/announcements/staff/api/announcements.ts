import {
  type Announcement,
  countAudience,
  listAnnouncements,
  sendAnnouncement,
  stopAnnouncement,
} from '@portal/contract/console/announcements';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { infer as Infer } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

export type AnnouncementBody = Infer<typeof sendAnnouncement.body>;
export type Audience = Infer<typeof countAudience.query>;

const PAGE_SIZE = 20;
const ASKED_AGAIN_AFTER_MS = 3000;

/** The announcements, newest first; refetched every three seconds while one is being sent. */
export function useAnnouncements() {
  return useInfiniteQuery({
    queryKey: [listAnnouncements.path],
    queryFn: ({ pageParam }) =>
      callEndpoint(listAnnouncements, { query: { limit: PAGE_SIZE, ...(pageParam > 0 && { before: pageParam }) } }),
    initialPageParam: 0,
    getNextPageParam: (page: Announcement[]) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
    select: (all) => all.pages.flat(),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state: { data } }) =>
      data?.pages.flat().some(({ state }) => state === 'sending') ? ASKED_AGAIN_AFTER_MS : false,
  });
}

/**
 * How many customers an announcement would reach, counted at each look. Nothing is fetched for
 * null.
 */
export function useAudience(audience: Audience | null) {
  return useQuery({
    queryKey: [countAudience.path, audience],
    queryFn: () => callEndpoint(countAudience, { query: audience ?? { kind: 'service', audience: 'everybody' } }),
    enabled: audience !== null,
    refetchOnMount: 'always',
  });
}

/** Sends an announcement; the list is refetched, whatever the outcome. */
export function useSendAnnouncement() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: AnnouncementBody) => callEndpoint(sendAnnouncement, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: [listAnnouncements.path] }),
  });
}

/** Stops one that is being sent. */
export function useStopAnnouncement(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { reason: string }) => callEndpoint(stopAnnouncement, { params: { id }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: [listAnnouncements.path] }),
  });
}
