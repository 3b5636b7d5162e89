import { CircleCheck, ShieldAlert } from 'lucide-react';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Badge } from '../../../../shared/ui/feedback/badge.tsx';

/** Fewer left than this, and it is time for new ones. */
const FEW = 4;

/** How many of the ten recovery codes were not used yet. */
export function CodesLeft({ left }: { left: number }) {
  const t = useText();
  const isFew = left < FEW;
  return (
    <p className="flex flex-wrap items-center gap-3">
      <Badge kind={isFew ? 'warn' : 'ok'} icon={isFew ? ShieldAlert : CircleCheck}>
        {t('{left} of 10 left', { left })}
      </Badge>
      <span className="soft">{t('Each signs you in once when the app is not at hand.')}</span>
    </p>
  );
}
