import { Gauge } from 'lucide-react';
import { useState, useTransition } from 'react';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { lazyComponent } from '../../../../shared/ui/async/lazy-component.tsx';
import { Button } from '../../../../shared/ui/button/button.tsx';

const SpeedTestDialog = lazyComponent(async () => (await import('./speed-test-dialog.tsx')).SpeedTestDialog);

/** The button that opens the speed test in a dialog; its code is fetched then. */
export function SpeedTestOpener() {
  const t = useText();
  const [open, setOpen] = useState(false);
  const [fetching, startTransition] = useTransition();
  return (
    <>
      <Button variant="secondary" size="large" busy={fetching} onClick={() => startTransition(() => setOpen(true))}>
        {!fetching && <Gauge />}
        {t('Speed Test')}
      </Button>
      {open && <SpeedTestDialog onClose={() => setOpen(false)} />}
    </>
  );
}
