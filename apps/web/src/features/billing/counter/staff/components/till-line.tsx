import { useState } from 'react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { formatTimeOrMoment } from '../../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { ButtonLink } from '../../../../../shared/ui/button/button-link.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { useOpenShift, useTill } from '../api/till.ts';
import { CloseShiftDialog } from './close-shift-dialog.tsx';
import { HandOverDialog } from './hand-over-dialog.tsx';

/** The caller's till: opened, handed over from, closed. */
export function TillLine() {
  const till = useTill();
  const open = useOpenShift();
  const openOnce = useMutateOnce(open);
  const [dialog, setDialog] = useState<'close' | 'hand-over' | null>(null);
  return (
    <AsyncBoundary
      query={till}
      failure="We could not load your till"
      skeleton={<Skeleton className="mt-2 h-11 w-full" />}
    >
      {({ balance, shift }) => (
        <>
          <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
            <p className="soft min-w-0">
              {shift
                ? `Your till is open since ${formatTimeOrMoment(shift.openedAt)} and should hold `
                : 'Your till is closed. It holds '}
              <b className="semi text-ink">{formatExactNaira(balance)}</b>.
            </p>
            <div className="flex flex-wrap gap-3">
              <ButtonLink to="/admin/till-shifts" variant="quiet">
                Shifts
              </ButtonLink>
              {shift ? (
                <>
                  <Button variant="secondary" onClick={() => setDialog('hand-over')}>
                    Cash to the bank
                  </Button>
                  <Button variant="secondary" onClick={() => setDialog('close')}>
                    Close shift
                  </Button>
                </>
              ) : (
                <Button busy={open.isPending} busyLabel="Opening..." onClick={() => void openOnce()}>
                  Open shift
                </Button>
              )}
            </div>
          </div>
          {open.error && (
            <Alert kind="bad" className="mt-3">
              {messageOf(open.error)}
            </Alert>
          )}
          {dialog === 'close' && shift && (
            <CloseShiftDialog shift={shift} balance={balance} onClose={() => setDialog(null)} />
          )}
          {dialog === 'hand-over' && <HandOverDialog balance={balance} onClose={() => setDialog(null)} />}
        </>
      )}
    </AsyncBoundary>
  );
}
