import { Camera, CircleCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { sendDepositSlip } from '../api/upload-deposit-slip.ts';

type SlipFieldProps = { slipId: string; onSlip: (id: string) => void };

/** Takes the photograph of a deposit slip with the camera of a phone, or a file. */
export function SlipField({ slipId, onSlip }: SlipFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  async function send(picture: File) {
    setBusy(true);
    setFailure('');
    try {
      onSlip(await sendDepositSlip(picture));
    } catch (refusal) {
      setFailure(messageOf(refusal));
    }
    setBusy(false);
  }
  return (
    <div className="grid gap-2">
      <input
        ref={input}
        type="file"
        accept="image/*,application/pdf"
        capture="environment"
        className="hidden"
        aria-label="Photo of the slip"
        onChange={({ target }) => {
          const picture = target.files?.[0];
          target.value = '';
          if (picture) void send(picture);
        }}
      />
      <Button variant="secondary" block busy={busy} busyLabel="Sending..." onClick={() => input.current?.click()}>
        {slipId ? <CircleCheck /> : <Camera />}
        {slipId ? 'Photo attached. Take another' : 'Photo of the slip'}
      </Button>
      {failure && <Alert kind="bad">{failure}</Alert>}
    </div>
  );
}
