import { useText } from '../../../../shared/i18n/use-text.ts';
import { Dialog } from '../../../../shared/ui/dialog/dialog.tsx';
import { SpeedTestWidget } from './speed-test-widget.tsx';

/** The speed test for anyone. Closing it ends a test that runs. */
export function SpeedTestDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  return (
    <Dialog open onClose={onClose} title={t('Speed Test')}>
      <SpeedTestWidget titled={false} />
    </Dialog>
  );
}
