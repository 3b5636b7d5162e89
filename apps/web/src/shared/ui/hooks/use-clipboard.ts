import { useEffect, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { toast } from '../feedback/toast.ts';

const COPIED_FOR_MS = 2000;

/**
 * Copies a text; `copied` is true for 2 s after that (specification section 9). Where the browser
 * does not allow it a toast says so; the result is then false.
 */
export function useClipboard(): { copied: boolean; copy: (text: string) => Promise<boolean> } {
  const t = useText();
  const [copies, setCopies] = useState(0);
  useEffect(() => {
    if (copies === 0) return;
    const timer = setTimeout(() => setCopies(0), COPIED_FOR_MS);
    return () => clearTimeout(timer);
  }, [copies]);
  async function copy(text: string): Promise<boolean> {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      toast({
        title: t('Not copied'),
        description: t('Your browser did not allow it. Select the text and copy it by hand.'),
        variant: 'destructive',
      });
      return false;
    }
    setCopies((count) => count + 1);
    return true;
  }
  return { copied: copies > 0, copy };
}
