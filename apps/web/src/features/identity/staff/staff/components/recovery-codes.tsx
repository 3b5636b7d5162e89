import { brand } from '@portal/brand';
import { Check, Copy, Download } from 'lucide-react';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { useClipboard } from '../../../../../shared/ui/hooks/use-clipboard.ts';

export type RecoveryCodesProps = {
  codes: readonly string[];
  /** Called once the user confirms that they have stored them. */
  onStored: () => void;
};

/** The codes for the day the telephone is gone, shown this once. */
export function RecoveryCodes({ codes, onStored }: RecoveryCodesProps) {
  const { copied, copy } = useClipboard();
  return (
    <div className="grid gap-5">
      <Alert kind="warn">
        These codes are shown this once. Each opens the console one time, should your app be gone.
      </Alert>
      <ol className="semi grid grid-cols-2 gap-x-6 gap-y-2 border-ink border-y py-4" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => void copy(codes.join('\n'))}>
          {copied ? <Check /> : <Copy />}
          {copied ? 'Copied' : 'Copy'}
        </Button>
        <Button variant="secondary" onClick={() => saveAsFile(codes)}>
          <Download />
          Download
        </Button>
      </div>
      <Button className="justify-self-start" onClick={onStored}>
        I have saved them
      </Button>
    </div>
  );
}

function saveAsFile(codes: readonly string[]) {
  const text = [`Recovery codes for the staff console of ${brand.name}`, 'Each can be used once.', '', ...codes, ''];
  const address = URL.createObjectURL(new Blob([text.join('\n')], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(address);
}
