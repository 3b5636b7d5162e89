import type { BulkOrder, BulkPreview } from '@portal/contract/console/bulk-actions';
import { useState } from 'react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { newClientId } from '../../../../../shared/api/new-client-id.ts';
import { useOneAtATime } from '../../../../../shared/api/use-one-at-a-time.ts';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../../shared/ui/dialog/dialog.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { useStartBulkAction } from '../api/bulk-actions.ts';
import { bulkTitle, customersLabel } from '../bulk-labels.ts';

type ConfirmBulkActionProps = {
  action: BulkOrder['action'];
  target: BulkOrder['target'];
  preview: BulkPreview;
  onBack: () => void;
  onStarted: (id: string) => void;
};

/** The preview: what will happen to how many, who is left out and why; starts it once. */
export function ConfirmBulkAction({ action, target, preview, onBack, onStarted }: ConfirmBulkActionProps) {
  const { found, acts } = preview;
  const [formId] = useState(newClientId);
  const starting = useStartBulkAction();
  const oneAtATime = useOneAtATime();
  async function start() {
    const started = await starting.mutateAsync({ formId, action, target, expected: found }).catch(() => null);
    if (started) onStarted(started.bulkAction.id);
  }
  return (
    <Dialog
      open
      onClose={onBack}
      title={bulkTitle(action)}
      actions={
        <>
          <Button
            busy={starting.isPending}
            busyLabel="Starting..."
            disabled={acts === 0}
            onClick={() => oneAtATime(start)}
          >
            {acts === 0 ? 'Start' : `Start for ${customersLabel(acts)}`}
          </Button>
          <Button variant="secondary" onClick={onBack}>
            Back
          </Button>
        </>
      }
    >
      <div className="mt-3 grid gap-4">
        <Effects action={action} preview={preview} />
        {starting.error && <Alert kind="bad">{messageOf(starting.error)}</Alert>}
      </div>
    </Dialog>
  );
}

type EffectsProps = Pick<ConfirmBulkActionProps, 'action' | 'preview'>;

/** What will happen to how many, and who is left out. */
function Effects({ action, preview }: EffectsProps) {
  const { found, acts, leftOut, sample, sum, needsApproval, texts } = preview;
  return (
    <>
      <p>
        {acts === 0
          ? 'It would be done to nobody.'
          : `It is done to ${customersLabel(acts)} of ${found.toLocaleString('en-NG')}.`}
        {sum !== null && acts > 0 && ` Together ${formatExactNaira(sum)}.`}
      </p>
      {texts && acts > 0 && <TextFacts texts={texts} />}
      {needsApproval && <Alert kind="info">A sum like this waits for a second person to approve it.</Alert>}
      {sample.length > 0 && (
        <p className="soft small wrap-anywhere">
          {sample.map(({ name }) => bidiIsolate(name)).join(', ')}
          {acts > sample.length && ` and ${(acts - sample.length).toLocaleString('en-NG')} more`}
        </p>
      )}
      {leftOut.length > 0 && (
        <div>
          <p className="semi">Left out</p>
          <ul className="small mt-1">
            {leftOut.map(({ reason, count }) => (
              <li key={reason}>
                {customersLabel(count)}: {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
      {action.kind === 'announce' && (
        <p className="soft small">
          Each gets a notice, and a mail and a push as far as they want them. Promotions wait for the end of the quiet
          hours.
        </p>
      )}
    </>
  );
}

/** In how many parts the texts are sent, what they cost, and when. */
function TextFacts({ texts }: { texts: NonNullable<BulkPreview['texts']> }) {
  const { parts, isUnicode, together, cost, waits } = texts;
  const partsLabel = (count: number) => `${count.toLocaleString('en-NG')} ${count === 1 ? 'part' : 'parts'}`;
  return (
    <div className="grid gap-2">
      <p>
        Each is sent in {partsLabel(parts)}: {partsLabel(together)} together
        {cost !== null && `, for ${formatExactNaira(cost)}`}.
      </p>
      {isUnicode && parts > 1 && (
        <p className="soft small">
          It has a letter outside the alphabet of text messages, such as ẹ, ₦ or ’, which more than halves what fits in
          a part.
        </p>
      )}
      {waits && <Alert kind="info">Promotions wait for the end of the quiet hours.</Alert>}
    </div>
  );
}
