import { messageOf } from '../../../shared/api/api-error.ts';
import { useOneAtATime } from '../../../shared/api/use-one-at-a-time.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { toast } from '../../../shared/ui/toast.ts';

/** One click, one call; what came of it is told in a toast, in the server's words. A second click meanwhile does nothing. */
export function useToldAction(title: string, call: () => Promise<{ readonly message: string }>): () => void {
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
