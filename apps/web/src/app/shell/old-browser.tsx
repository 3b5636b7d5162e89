import { useText } from '../../shared/i18n/use-text.ts';

/**
 * Stands in every page beside the application, which removes it: it is seen where the application does
 * not start, because the browser does not know what it is written in, or runs no scripts.
 */
export function OldBrowser() {
  const t = useText();
  return (
    <p id="old-browser">
      {t('If nothing works here, your browser is too old for this site: please update it, or use another one.')}
    </p>
  );
}
