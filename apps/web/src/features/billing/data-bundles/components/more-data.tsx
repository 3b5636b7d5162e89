import { formatDate } from '../../../../shared/format/date.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Panel } from '../../../../shared/ui/layout/panel.tsx';
import { useDataBundles } from '../api/list-data-bundles.ts';
import { AddData } from './add-data.tsx';

/**
 * On the page of the plans: that a month can be made larger without another plan. Nothing where
 * that cannot be.
 */
export function MoreData() {
  const t = useText();
  const offer = useDataBundles().data;
  if (offer?.standing !== 'available' || offer.bundles.length === 0) return null;
  return (
    <Panel className="mb-10 flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
      <div>
        <h2 className="h4">{t('More data for this month only?')}</h2>
        <p className="soft mt-1">
          {t('Add a data bundle to the plan you have, to use until {date}.', { date: formatDate(offer.until) })}
        </p>
      </div>
      <AddData variant="primary" />
    </Panel>
  );
}
