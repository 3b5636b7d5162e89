import { type NoticeView, readNotice, readNotices } from '@portal/contract/messaging/notices';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { now } from '../../../../shared/format/clock.ts';
import { unreadQuery } from './count-notices.ts';
import { type NoticePages, noticesQuery } from './list-notices.ts';

/** Shows notices as read before the server has said so. */
function showRead(client: QueryClient, isMeant: (notice: NoticeView) => boolean): void {
  const readAt = now().toISOString();
  client.setQueryData<NoticePages>(noticesQuery.queryKey, (kept) =>
    kept === undefined
      ? kept
      : {
          ...kept,
          pages: kept.pages.map((page) =>
            page.map((notice) => (notice.readAt === null && isMeant(notice) ? { ...notice, readAt } : notice)),
          ),
        },
  );
}

function useReading<Meant>(mark: (meant: Meant) => Promise<{ readonly unread: number }>, onFailure?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: mark,
    onSuccess: ({ unread }) => client.setQueryData(unreadQuery.queryKey, { unread }),
    onError: () => {
      void client.invalidateQueries({ queryKey: noticesQuery.queryKey });
      onFailure?.();
    },
  });
}

/**
 * Marks a notice as read that is being opened. When that fails it stays unread, without an error
 * message.
 */
export function useReadNotice(): (id: number) => void {
  const client = useQueryClient();
  const { mutate } = useReading((id: number) => callEndpoint(readNotice, { params: { id } }));
  return (id) => {
    showRead(client, (notice) => notice.id === id);
    mutate(id);
  };
}

/**
 * Marks all notices as read up to the newest one that is shown, so that none is that came
 * meanwhile.
 */
export function useReadNotices(onFailure: () => void) {
  const client = useQueryClient();
  const reading = useReading((upTo: number) => callEndpoint(readNotices, { body: { upTo } }), onFailure);
  const send = useMutateOnce(reading);
  function readAll(upTo: number) {
    showRead(client, ({ id }) => id <= upTo);
    send(upTo);
  }
  return { readAll, isPending: reading.isPending };
}
