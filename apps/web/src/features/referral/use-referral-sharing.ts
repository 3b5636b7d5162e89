import { brand } from '@portal/brand';
import { useEffect, useState } from 'react';
import { useText } from '../../shared/i18n/use-text.ts';
import { toast } from '../../shared/ui/toast.ts';

const COPIED_FOR_MS = 2000;

export type ReferralSharing = {
  /** True for 2 s after the code was copied (specification section 9). */
  copied: boolean;
  copyCode: () => void;
  share: () => void;
  link: string;
};

/** Copying the code and sharing the link: through the device's own sharing where it has one, else by copying the link. */
export function useReferralSharing(code: string): ReferralSharing {
  const t = useText();
  const link = `${location.origin}/register?ref=${encodeURIComponent(code)}`;
  const [copies, setCopies] = useState(0);
  useEffect(() => {
    if (copies === 0) return;
    const timer = setTimeout(() => setCopies(0), COPIED_FOR_MS);
    return () => clearTimeout(timer);
  }, [copies]);
  async function copy(text: string, said: { title: string; description: string }): Promise<boolean> {
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
    toast(said);
    return true;
  }
  async function copyCode() {
    const done = await copy(code, { title: t('Copied!'), description: t('Your referral code is ready to paste.') });
    if (done) setCopies((count) => count + 1);
  }
  async function share() {
    const invitation = t('Join {name} with my code {code} and get 20% off your first month.', {
      name: brand.name,
      code,
    });
    if (await shareOnDevice({ title: brand.name, text: invitation, url: link })) return;
    await copy(link, { title: t('Link copied!'), description: t('Your referral link is ready to paste.') });
  }
  return { copied: copies > 0, copyCode: () => void copyCode(), share: () => void share(), link };
}

/** False where the device cannot share. Somebody who closes the sheet has changed their mind: nothing more happens. */
async function shareOnDevice(content: ShareData): Promise<boolean> {
  if (!navigator.share) return false;
  try {
    await navigator.share(content);
    return true;
  } catch (failure) {
    return failure instanceof DOMException && failure.name === 'AbortError';
  }
}
