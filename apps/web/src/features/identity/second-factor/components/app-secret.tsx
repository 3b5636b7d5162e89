import { Check, Copy } from 'lucide-react';
import { Sentence } from '../../../../shared/i18n/sentence.tsx';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { useClipboard } from '../../../../shared/ui/hooks/use-clipboard.ts';
import { QrCode } from './qr-code.tsx';

/** The secret of a new authenticator app, to scan, to open or to type in; then comes its first code. */
export function AppSecret({ uri, secret }: { uri: string; secret: string }) {
  const t = useText();
  const { copied, copy } = useClipboard();
  return (
    <ol className="mb-6 grid gap-5">
      <li>
        <p className="semi">{t('1. Scan this with the app on your phone')}</p>
        <QrCode text={uri} label={t('QR code for the authenticator app')} />
        <p className="small soft">
          <Sentence
            text="On this phone? {open}. Or type in the secret:"
            parts={{
              open: (
                <a className="link" href={uri}>
                  {t('Open it in the app')}
                </a>
              ),
            }}
          />
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-2">
          <code className="semi font-sans">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          <Button variant="quiet" onClick={() => void copy(secret)}>
            {copied ? <Check /> : <Copy />}
            {copied ? t('Copied') : t('Copy')}
          </Button>
        </p>
      </li>
      <li>
        <p className="semi">{t('2. Enter the code that the app shows')}</p>
      </li>
    </ol>
  );
}
