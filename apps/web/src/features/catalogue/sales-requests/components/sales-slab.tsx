import { brand } from '@portal/brand';
import type { SalesRequestForm } from '@portal/contract/catalogue/plans';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { GlassSlab } from '../../../../shared/ui/layout/glass-slab.tsx';

export type SalesSlabProps = { onAsk: (kind: SalesRequestForm['kind']) => void };

/** For visitors without a suitable plan: contact sales, or request a quote. */
export function SalesSlab({ onAsk }: SalesSlabProps) {
  const t = useText();
  return (
    <GlassSlab cut className="mb-(--section) grid gap-5 px-6 py-8 lg:grid-cols-[1fr_auto] lg:items-center lg:p-12">
      <div>
        <h2 className="h2">{t('Need a line to many sites?')}</h2>
        <p className="soft mt-2.5 max-w-[36em]">
          {t(
            'Government and institutional connectivity, private links between branches, and speeds up to {speed} are priced by survey.',
            { speed: brand.claims.maxSpeed },
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="glass" onClick={() => onAsk('contact-sales')}>
          {t('Contact sales')}
        </Button>
        <Button variant="glass-outline" onClick={() => onAsk('quote')}>
          {t('Get a quote')}
        </Button>
      </div>
    </GlassSlab>
  );
}
