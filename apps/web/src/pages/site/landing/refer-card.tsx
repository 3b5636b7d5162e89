import { brand } from '@portal/brand';
import { Share2 } from 'lucide-react';
import { formatNaira } from '../../../shared/format/naira.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../shared/ui/button/button.tsx';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { Panel } from '../../../shared/ui/layout/panel.tsx';

const SAMPLE_CODE = 'AMINA24';
/** Specification section 9. */
const REWARD_NAIRA = 2000;

/**
 * A visitor has no code yet: the code is marked as a sample, and the shared link leads to the
 * registration.
 */
export function ReferCard() {
  const t = useText();
  return (
    <Panel className="refer">
      <h2 className="h2">{t('Refer & Earn')}</h2>
      <p className="soft">
        {t('Earn {reward} per successful referral. Your friend gets 20% off the first month.', {
          reward: formatNaira(REWARD_NAIRA),
        })}
      </p>
      <div className="mt-auto">
        <p className="field-label mb-1.5">
          {t('Your Referral Code')} <span className="font-normal text-ink-3">{t('(sample)')}</span>
        </p>
        <p className="refer-code">
          {SAMPLE_CODE}
          <Button onClick={() => void share(t)}>
            <Share2 />
            {t('Share Code')}
          </Button>
        </p>
      </div>
    </Panel>
  );
}

async function share(t: Translate) {
  const url = new URL('/register', location.origin).href;
  try {
    if ('share' in navigator) {
      await navigator.share({ title: brand.name, text: t('Fibre internet from {name}', { name: brand.name }), url });
      return;
    }
  } catch (failure) {
    if (failure instanceof DOMException && failure.name === 'AbortError') return;
  }
  try {
    await navigator.clipboard.writeText(url);
    toast({ title: t('Link copied!'), description: t('Create an account to share a code of your own.') });
  } catch {
    toast({ title: t('Could not share'), description: url, variant: 'destructive' });
  }
}
