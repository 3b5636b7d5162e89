import type { DataBundle } from '@portal/contract/billing/data-bundles';
import { formatDate } from '../../../../shared/format/date.ts';
import { formatNaira } from '../../../../shared/format/naira.ts';
import { Sentence } from '../../../../shared/i18n/sentence.tsx';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../shared/ui/async/empty-state.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { ButtonLink } from '../../../../shared/ui/button/button-link.tsx';
import { Dialog } from '../../../../shared/ui/dialog/dialog.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { PageLink } from '../../../../shared/ui/navigation/page-link.tsx';
import { useDataBundles } from '../api/list-data-bundles.ts';

/** The data bundles for this month, each with its price and a link to pay for it. */
export function BundleDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const offer = useDataBundles();
  return (
    <Dialog open onClose={onClose} title={t('Add data to this month')}>
      <div className="mt-4">
        <AsyncBoundary
          query={offer}
          failure={t('We could not load the data bundles')}
          skeleton={<Skeleton className="h-60 w-full" />}
        >
          {({ standing, until, bundles, vatExtra, vatPercent }) => {
            if (standing === 'unlimited') return <Alert kind="info">{t('Your plan has no data limit.')}</Alert>;
            if (standing === 'not-running') return <NotRunning />;
            if (bundles.length === 0) return <EmptyState title={t('No data bundle is on offer right now')} />;
            return <Offer bundles={bundles} until={until} vatPercent={vatExtra && (vatPercent ?? 7.5)} />;
          }}
        </AsyncBoundary>
      </div>
    </Dialog>
  );
}

function NotRunning() {
  const t = useText();
  return (
    <>
      <Alert kind="warn">{t('Data can be added once your line is on and paid for.')}</Alert>
      <ButtonLink to="/payment" className="mt-5">
        {t('Pay now')}
      </ButtonLink>
    </>
  );
}

type OfferProps = { bundles: readonly DataBundle[]; until: string; vatPercent: number | undefined };

function Offer({ bundles, until, vatPercent }: OfferProps) {
  const t = useText();
  return (
    <>
      <p className="soft">
        {t('It is there as soon as it is paid, and to use until {date}.', { date: formatDate(until) })}
      </p>
      <ul className="mt-4 border-line border-t">
        {bundles.map(({ id, name, gigabytes, price }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2 border-line border-b py-3"
          >
            <div>
              <p className="font-semibold text-[1.25rem] leading-tight">{t('{size} GB', { size: gigabytes })}</p>
              <p className="soft small">{name}</p>
            </div>
            <div className="flex items-center gap-4">
              <span className="font-semibold">{formatNaira(price)}</span>
              <ButtonLink
                to={`/payment?bundle=${encodeURIComponent(id)}`}
                aria-label={t('Buy {name} for {price}', { name, price: formatNaira(price) })}
              >
                {t('Buy')}
              </ButtonLink>
            </div>
          </li>
        ))}
      </ul>
      {vatPercent !== undefined && (
        <p className="soft small mt-4">
          {t('These prices are without VAT, {vatPercent}%. You see the sum before you pay.', { vatPercent })}
        </p>
      )}
      <p className="soft small mt-4">
        <Sentence
          text="If you need more every month, look at {plans}."
          parts={{
            plans: (
              <PageLink className="link" to="/plans">
                {t('the larger plans')}
              </PageLink>
            ),
          }}
        />
      </p>
    </>
  );
}
