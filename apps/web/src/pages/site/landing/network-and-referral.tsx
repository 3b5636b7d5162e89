import { NetworkStatusCard } from '../../../features/network/incidents/components/network-status-card.tsx';
import { phrase } from '../../../shared/i18n/translate.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { ButtonLink } from '../../../shared/ui/button/button-link.tsx';
import { ReferCard } from './refer-card.tsx';

export function NetworkAndReferral() {
  const t = useText();
  return (
    <section className="section" aria-label={t('Built-in tools')}>
      <div className="wrap tools">
        <NetworkStatusCard title={phrase('Network Status')} look="h2">
          {({ incidents }) =>
            incidents.length > 0 && (
              <ButtonLink to="/status" variant="glass-outline" className="mt-5">
                {t('See what is affected')}
              </ButtonLink>
            )
          }
        </NetworkStatusCard>
        <ReferCard />
      </div>
    </section>
  );
}
