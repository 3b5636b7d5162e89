import { useText } from '../i18n/use-text.ts';
import { LoadingMark } from './loading-mark.tsx';

/** What stands in the page's place while it loads: 'Loading...' (specification section 2). */
export function LoadingScreen() {
  const t = useText();
  return (
    <div className="loading-screen">
      <LoadingMark label={t('Loading...')} />
    </div>
  );
}
