import type { NoticeView } from '@portal/contract/messaging/notices';
import { formatTimeOrMoment } from '../../../../shared/format/date.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { PageLink } from '../../../../shared/ui/navigation/page-link.tsx';
import './notice-entry.css';

type NoticeEntryProps = {
  notice: NoticeView;
  /** Called when it is followed; without it the entry leads nowhere. */
  onFollow?: () => void;
};

/** One notice: text, time, and whether it was read. */
export function NoticeEntry({ notice, onFollow }: NoticeEntryProps) {
  const t = useText();
  const { title, text, values, href, createdAt, readAt } = notice;
  const words = (
    <>
      <span className={readAt === null ? 'bell-dot bell-dot-unread' : 'bell-dot'} />
      <span className="semi">
        {readAt === null && <span className="sr-only">{t('Unread:')} </span>}
        {t(title, values)}
      </span>
      <time className="muted micro" dateTime={createdAt}>
        {formatTimeOrMoment(createdAt)}
      </time>
      <span className="soft small bell-text">{t(text, values)}</span>
    </>
  );
  if (!onFollow) return <div className="bell-row">{words}</div>;
  return (
    <PageLink to={href} className="bell-row" onClick={onFollow}>
      {words}
    </PageLink>
  );
}
