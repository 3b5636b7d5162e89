import { Check, Copy, Share2 } from 'lucide-react';
import { formatNaira } from '../../../../shared/format/naira.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { GlassSlab } from '../../../../shared/ui/layout/glass-slab.tsx';
import { referralTiers } from '../referral-tier.ts';
import { useReferralSharing } from '../use-referral-sharing.ts';

/** The customer's code and link, each with a button to share it. */
export function ReferralCodeSlab({ code }: { code: string }) {
  const t = useText();
  const { copied, copyCode, share, link } = useReferralSharing(code);
  const reward = formatNaira(referralTiers[0]?.reward ?? 0);
  return (
    <GlassSlab cut className="flex flex-col p-5 md:p-8">
      <h2 className="h4">{t('Your Referral Code')}</h2>
      <p className="mt-4 select-all break-all font-light text-[clamp(2.5rem,2rem+2.4vw,4.5rem)] leading-none tracking-[-0.02em]">
        {code}
      </p>
      <p className="soft mt-4 max-w-[32em]">
        {t('Your friend gets 20% off the first month. You earn {reward} or more when they have paid for it.', {
          reward,
        })}
      </p>
      <p className="soft small mt-3 select-all break-all">{link}</p>
      <div className="mt-auto flex flex-wrap gap-3 pt-6">
        <Button variant="glass" onClick={copyCode}>
          {copied ? <Check /> : <Copy />}
          {copied ? t('Copied') : t('Copy')}
        </Button>
        <Button variant="glass-outline" onClick={share}>
          <Share2 />
          {t('Share')}
        </Button>
      </div>
    </GlassSlab>
  );
}
