import { messageOf } from '../../../shared/api/api-error.ts';
import { useOneAtATime } from '../../../shared/api/use-one-at-a-time.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';

/**
 * An action that shows the server's message in a toast. A second click while it runs does nothing.
 */
export function useNotifiedAction(title: string, call: () => Promise<{ readonly message: string }>): () => void {
  const t = useText();
  const oneAtATime = useOneAtATime();
  async function act() {
    try {
      const { message } = await call();
      toast({ title: t(title), description: t(message) });
    } catch (failure) {
      toast({ title: t('Error'), description: t(messageOf(failure)), variant: 'destructive' });
    }
  }
  return () => oneAtATime(act);
}
