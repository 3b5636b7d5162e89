import { useMutateOnce } from '../../../shared/api/use-mutate-once.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { useUser } from '../../../shared/session/use-session.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { type FinishedSpeedTest, useSaveSpeedTest } from './api/save-speed-test.ts';

/**
 * Saves results of signed-in people; a visitor's are only shown. Toasts: specification section 8.
 */
export function useSaveResult(onSaved: (() => void) | undefined) {
  const t = useText();
  const user = useUser();
  const saving = useSaveSpeedTest();
  const send = useMutateOnce(saving);

  function save(test: FinishedSpeedTest): void {
    if (!user) return;
    send(test, {
      onSuccess: () => {
        toast({ title: t('Speed test completed'), description: t('Your results have been saved to your account.') });
        onSaved?.();
      },
      onError: () =>
        toast({ title: t('Error'), description: t('Failed to save speed test results'), variant: 'destructive' }),
    });
  }

  return { save, failed: saving.isError, saving: saving.isPending, forget: saving.reset };
}
