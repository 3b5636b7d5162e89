import { CircleCheck, CircleX, X } from 'lucide-react';
import { type PointerEvent, useEffect, useRef, useSyncExternalStore } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { classNames } from '../layout/class-names.ts';
import { currentToast, dismissToast, pauseToast, resumeToast, subscribeToToast, type Toast } from './toast.ts';

const SWIPE_THRESHOLD_PX = 50;

function nothingYet(): null {
  return null;
}

/**
 * Where toasts appear, on every screen. F8 moves the focus here; swiping a toast 50 px to the right
 * dismisses it.
 */
export function ToastRegion() {
  const t = useText();
  const region = useRef<HTMLElement>(null);
  const shown = useSyncExternalStore(subscribeToToast, currentToast, nothingYet);
  useEffect(() => {
    function focusOnF8(event: KeyboardEvent) {
      if (event.key === 'F8') region.current?.focus();
    }
    window.addEventListener('keydown', focusOnF8);
    return () => window.removeEventListener('keydown', focusOnF8);
  }, []);
  return (
    <section
      ref={region}
      className="toast-region"
      aria-label={t('Notifications (F8)')}
      tabIndex={-1}
      onFocus={pauseToast}
      onBlur={resumeToast}
    >
      <div aria-live="polite">{shown?.open && shown.variant !== 'destructive' && <ToastCard toast={shown} />}</div>
      <div role="alert">{shown?.open && shown.variant === 'destructive' && <ToastCard toast={shown} />}</div>
    </section>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const t = useText();
  const startX = useRef<number | null>(null);
  const destructive = toast.variant === 'destructive';
  const KindIcon = destructive ? CircleX : CircleCheck;
  function moved(event: PointerEvent<HTMLDivElement>): number {
    return startX.current === null ? 0 : Math.max(0, event.clientX - startX.current);
  }
  function follow(event: PointerEvent<HTMLDivElement>) {
    if (startX.current !== null) event.currentTarget.style.translate = `${moved(event)}px`;
  }
  function release(event: PointerEvent<HTMLDivElement>) {
    if (event.type === 'pointerup' && moved(event) >= SWIPE_THRESHOLD_PX) dismissToast();
    startX.current = null;
    event.currentTarget.style.translate = '';
  }
  return (
    <div
      key={toast.id}
      className={classNames('toast', destructive && 'toast-destructive')}
      onPointerEnter={pauseToast}
      onPointerLeave={resumeToast}
      onPointerDown={(event) => {
        startX.current = event.clientX;
      }}
      onPointerMove={follow}
      onPointerUp={release}
      onPointerCancel={release}
    >
      <KindIcon />
      <div className="min-w-0">
        <p className="semi">{t(toast.title)}</p>
        {toast.description && <p className="toast-text small">{t(toast.description)}</p>}
      </div>
      <button type="button" className="icon-btn" aria-label={t('Dismiss')} onClick={dismissToast}>
        <X />
      </button>
    </div>
  );
}
