import { useEffect, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { LoadingIndicator } from './loading-indicator.tsx';

const SLOW_AFTER_MS = 8000;

/**
 * Replaces the page while it loads: 'Loading...' (specification section 2). After 8 s it says that
 * it is not stuck.
 */
export function LoadingScreen() {
  const t = useText();
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="loading-screen">
      <div>
        <LoadingIndicator label={t('Loading...')} />
        {/* Its space is reserved, so that nothing moves when it appears. */}
        <p className="soft small mt-3 h-10 max-w-72" role="status">
          {slow && t('This takes longer than usual. Your connection may be slow.')}
        </p>
      </div>
    </div>
  );
}
