import type { NoticeView } from '@portal/contract/messaging/notices';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../shared/ui/async/empty-state.tsx';
import { ShowMore } from '../../../../shared/ui/async/show-more.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { PageLink } from '../../../../shared/ui/navigation/page-link.tsx';
import { useNotices } from '../api/list-notices.ts';
import { useReadNotice, useReadNotices } from '../api/read-notices.ts';
import { NoticeEntry } from './notice-entry.tsx';

/** The notices, newest first, each with its link. */
export function NoticeList({ unread }: { unread: number }) {
  const t = useText();
  const notices = useNotices();
  const newest = notices.data?.[0]?.id;
  const { readAll, isPending } = useReadNotices(() =>
    toast({
      title: t('Not marked as read'),
      description: t('Check your connection and try again.'),
      variant: 'destructive',
    }),
  );
  return (
    <>
      <div className="bell-head">
        <h2 className="h3">{t('Notices')}</h2>
        {unread > 0 && newest !== undefined && (
          <Button variant="quiet" busy={isPending} onClick={() => readAll(newest)}>
            {t('Mark all as read')}
          </Button>
        )}
      </div>
      <AsyncBoundary query={notices} failure={t('We could not load your notices')} skeleton={<ListSkeleton />}>
        {(loaded) =>
          loaded.length === 0 ? (
            <EmptyState title={t('Nothing has happened yet')}>
              {t('Payments, answers to your tickets and news of your line appear here.')}
            </EmptyState>
          ) : (
            <>
              <ul className="bell-list">
                {loaded.map((notice) => (
                  <NoticeRow key={notice.id} notice={notice} />
                ))}
              </ul>
              {notices.hasNextPage && (
                <div className="px-4 pb-5">
                  <ShowMore query={notices} />
                </div>
              )}
            </>
          )
        }
      </AsyncBoundary>
      <p className="bell-foot small">
        <PageLink className="link" to="/profile?tab=notifications">
          {t('Choose what we write to you about')}
        </PageLink>
      </p>
    </>
  );
}

function NoticeRow({ notice }: { notice: NoticeView }) {
  const read = useReadNotice();
  return (
    <li>
      <NoticeEntry notice={notice} onFollow={() => notice.readAt === null && read(notice.id)} />
    </li>
  );
}

function ListSkeleton() {
  return (
    <div className="grid gap-3 p-4">
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-14 w-full" />
    </div>
  );
}
