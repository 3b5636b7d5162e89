import { getMailbox, listInboundMails, retryInboundMail } from '@portal/contract/support/inbound-mails';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';
import type { InboundMailView } from '../inbound-mail-labels.ts';

const PAGE_SIZE = 50;
const REFRESH_MS = 15_000;

/** How the reading of the mailbox goes. */
export function useMailbox() {
  return useQuery({
    queryKey: [getMailbox.path],
    queryFn: () => callEndpoint(getMailbox),
    refetchOnMount: 'always',
    refetchInterval: REFRESH_MS,
  });
}

/** The mails in one state, the newest first. */
export function useInboundMails(state: InboundMailView) {
  return useInfiniteQuery({
    queryKey: [listInboundMails.path, state],
    queryFn: ({ pageParam }) =>
      callEndpoint(listInboundMails, {
        query: { state, limit: PAGE_SIZE, ...(pageParam > 0 && { before: pageParam }) },
      }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
    select: (pages) => pages.pages.flat(),
    refetchOnMount: 'always',
    refetchInterval: REFRESH_MS,
  });
}

/** Has a mail read again; the lists are refetched, also when it was refused. */
export function useRetryMail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callEndpoint(retryInboundMail, { params: { id } }),
    onSettled: () =>
      Promise.all(
        [getMailbox.path, listInboundMails.path].map((path) => client.invalidateQueries({ queryKey: [path] })),
      ),
  });
}
