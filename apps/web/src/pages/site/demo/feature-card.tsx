import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../shared/ui/button/button.tsx';
import { Panel } from '../../../shared/ui/layout/panel.tsx';

export type FeatureCardProps = {
  icon: LucideIcon;
  title: string;
  text: string;
  open: boolean;
  onToggle: () => void;
};

/** A card whose button opens and closes its demonstration. */
export function FeatureCard({ icon: CardIcon, title, text, open, onToggle }: FeatureCardProps) {
  const t = useText();
  const titleId = useId();
  return (
    <Panel selected={open} className="flex flex-col items-start gap-3">
      <CardIcon className="icon-large text-primary" />
      <h3 className="h3" id={titleId}>
        {title}
      </h3>
      <p className="soft">{text}</p>
      <Button
        variant={open ? 'secondary' : 'primary'}
        className="mt-auto"
        aria-expanded={open}
        aria-controls={open ? 'open-demo' : undefined}
        aria-describedby={titleId}
        onClick={onToggle}
      >
        {open ? t('Close the demo') : t('Open the demo')}
      </Button>
    </Panel>
  );
}
