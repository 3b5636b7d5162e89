import { StatusReport } from '../../features/network/incidents/components/status-report.tsx';
import { useText } from '../../shared/i18n/use-text.ts';
import { ArrowLink } from '../../shared/ui/button/arrow-link.tsx';

/** The network for everybody, signed in or not: now, planned, and the last 30 days. */
export function StatusPage() {
  const t = useText();
  return (
    <div className="wrap pt-8 pb-16 lg:pt-16 lg:pb-24">
      <h1 className="h1">{t('Network Status')}</h1>
      <p className="lead mt-3 mb-8 max-w-[34em] lg:mb-12">
        {t('What works, what we are working on, and what is planned. This page renews itself.')}
      </p>
      <StatusReport />
      <p className="mt-12 border-line border-t pt-6">
        <ArrowLink to="/support">{t('Your line is down and nothing is said here? Tell us.')}</ArrowLink>
      </p>
    </div>
  );
}
