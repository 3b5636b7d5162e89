import { brand } from '@portal/brand';
import { useText } from '../../../shared/i18n/use-text.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { useClipboard } from '../../../shared/ui/hooks/use-clipboard.ts';

export type ReferralSharing = {
  /** True for 2 s after the code was copied (specification section 9). */
  copied: boolean;
  copyCode: () => void;
  share: () => void;
  link: string;
};

/**
 * Copying the code and sharing the link: through the device's own sharing where it has one, else by
 * copying the link.
 */
export function useReferralSharing(code: string): ReferralSharing {
  const t = useText();
  const link = `${location.origin}/register?ref=${encodeURIComponent(code)}`;
  const { copied, copy } = useClipboard();
  const { copy: copyLink } = useClipboard();
  async function copyCode() {
    if (await copy(code)) toast({ title: t('Copied!'), description: t('Your referral code is ready to paste.') });
  }
  async function share() {
    const invitation = t('Join {name} with my code {code} and get 20% off your first month.', {
      name: brand.name,
      code,
    });
    if (await shareOnDevice({ title: brand.name, text: invitation, url: link })) return;
    if (await copyLink(link))
      toast({ title: t('Link copied!'), description: t('Your referral link is ready to paste.') });
  }
  return { copied, copyCode: () => void copyCode(), share: () => void share(), link };
}

/**
 * False where the device cannot share. When the sheet is closed without sharing, nothing more
 * happens.
 */
async function shareOnDevice(content: ShareData): Promise<boolean> {
  if (!navigator.share) return false;
  try {
    await navigator.share(content);
    return true;
  } catch (failure) {
    return failure instanceof DOMException && failure.name === 'AbortError';
  }
}
