import { ArrowLeft } from 'lucide-react';
import { formatDate } from '../../../../shared/format/date.ts';
import { formatNaira } from '../../../../shared/format/naira.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { ButtonLink } from '../../../../shared/ui/button/button-link.tsx';
import { DescriptionList } from '../../../../shared/ui/layout/description-list.tsx';
import { useDataBundles } from '../api/list-data-bundles.ts';

/** Which extra data are being paid for, and until when they can be used. */
export function BundleSummary({ bundleId }: { bundleId: string }) {
  const t = useText();
  const offer = useDataBundles();
  return (
    <AsyncBoundary
      query={offer}
      failure={t('We could not load the data bundles')}
      skeleton={<Skeleton className="h-60 w-full" />}
    >
      {({ bundles, until }) => {
        const bundle = bundles.find(({ id }) => id === bundleId);
        return (
          <section>
            <h2 className="h2">{bundle?.name ?? t('Data bundle')}</h2>
            {bundle && (
              <DescriptionList
                className="my-5 border-line border-y py-5"
                facts={[
                  { label: t('Adds'), value: t('{size} GB', { size: bundle.gigabytes }) },
                  { label: t('Price'), value: formatNaira(bundle.price) },
                  { label: t('To use until'), value: formatDate(until) },
                ]}
              />
            )}
            <p className="soft">{t('It is there as soon as it is paid. What is left of it ends with the month.')}</p>
            <ButtonLink to="/dashboard?add=data" variant="secondary" className="mt-5">
              <ArrowLeft />
              {t('Choose other data')}
            </ButtonLink>
          </section>
        );
      }}
    </AsyncBoundary>
  );
}
