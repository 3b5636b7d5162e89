import { Bell } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { DisclosureMenu } from '../../../../shared/ui/navigation/disclosure-menu.tsx';
import { useUnreadNotices } from '../api/count-notices.ts';
import { NoticeList } from './notice-list.tsx';
import './notice-bell.css';

const MOST_SHOWN = 99;

/** The bell of the navigation bar: the number of unread notices and, opened, their list. */
export function NoticeBell() {
  const t = useText();
  const [open, setOpen] = useState(false);
  const unread = useUnreadNotices();
  const count = unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread;
  return (
    <>
      <DisclosureMenu
        className="bell"
        group="bar"
        staysForButtons
        onToggle={setOpen}
        summary={
          <>
            <Bell />
            <span className="sr-only">{unread > 0 ? t('Notices, {count} unread', { count }) : t('Notices')}</span>
            {unread > 0 && (
              <span className="bell-count" aria-hidden="true">
                {count}
              </span>
            )}
          </>
        }
      >
        <section className="bell-panel" aria-label={t('Notices')}>
          {open && <NoticeList unread={unread} />}
        </section>
      </DisclosureMenu>
      <span className="sr-only" role="status">
        {unread === 1 && t('You have an unread notice.')}
        {unread > 1 && t('You have {count} unread notices.', { count })}
      </span>
    </>
  );
}
