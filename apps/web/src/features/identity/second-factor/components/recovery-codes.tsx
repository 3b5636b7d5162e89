import { brand } from '@portal/brand';
import { Check, Copy, Download, Printer } from 'lucide-react';
import type { Translate } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { useClipboard } from '../../../../shared/ui/hooks/use-clipboard.ts';

export type RecoveryCodesProps = {
  codes: readonly string[];
  /** Called once the user confirms that they have stored them. */
  onStored: () => void;
};

/** The codes for the day the telephone is gone, shown this once. */
export function RecoveryCodes({ codes, onStored }: RecoveryCodesProps) {
  const t = useText();
  const { copied, copy } = useClipboard();
  return (
    <div className="grid gap-5">
      <Alert kind="warn">
        {t('These codes are shown only once. Each signs you in one time if you lose your app.')}
      </Alert>
      <ol className="semi grid grid-cols-2 gap-x-6 gap-y-2 border-ink border-y py-4" aria-label={t('Recovery codes')}>
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => void copy(codes.join('\n'))}>
          {copied ? <Check /> : <Copy />}
          {copied ? t('Copied') : t('Copy')}
        </Button>
        <Button variant="secondary" onClick={() => saveAsFile(fileOf(t, codes))}>
          <Download />
          {t('Download')}
        </Button>
        <Button variant="secondary" onClick={() => print()}>
          <Printer />
          {t('Print')}
        </Button>
      </div>
      <Button className="justify-self-start" onClick={onStored}>
        {t('I have saved them')}
      </Button>
    </div>
  );
}

function fileOf(t: Translate, codes: readonly string[]): string {
  const title = t('Recovery codes for {brand}', { brand: brand.name });
  return [title, t('Each can be used once.'), '', ...codes, ''].join('\n');
}

function saveAsFile(text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(address);
}
