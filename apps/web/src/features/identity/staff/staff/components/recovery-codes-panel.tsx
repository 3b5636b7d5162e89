import { useState } from 'react';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { CodeForm } from '../../../second-factor/components/code-form.tsx';
import { CodesLeft } from '../../../second-factor/components/codes-left.tsx';
import { RecoveryCodes } from '../../../second-factor/components/recovery-codes.tsx';
import { useSecondFactor } from '../api/get-second-factor.ts';
import { useRenewal } from '../api/send-code.ts';

/** How many recovery codes are left, and a button to replace them. */
export function RecoveryCodesPanel() {
  const secondFactor = useSecondFactor();
  const renewal = useRenewal();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <section aria-labelledby="recovery-heading" className="border-ink border-t pt-5">
      <h2 className="h3" id="recovery-heading">
        Recovery codes
      </h2>
      <AsyncBoundary
        query={secondFactor}
        failure="We could not load your second factor"
        skeleton={<Skeleton className="mt-4 h-40 w-full" />}
      >
        {({ recoveryCodesLeft, passkeys }) => (
          <div className="mt-3 grid gap-5">
            {recoveryCodesLeft !== null && <CodesLeft left={recoveryCodesLeft} />}
            {recoveryCodesLeft === null && (passkeys > 0 ? <NoApp /> : <NotRequested />)}
            {codes && <RecoveryCodes codes={codes} onStored={() => setCodes(null)} />}
            {recoveryCodesLeft !== null && !codes && (
              <CodeForm
                label="Code from the app"
                hint="The old recovery codes stop working at once."
                kind="app"
                action="Make new codes"
                busyAction="Making..."
                onSend={async (code) => setCodes((await renewal.mutateAsync(code)).recoveryCodes)}
              />
            )}
          </div>
        )}
      </AsyncBoundary>
    </section>
  );
}

function NoApp() {
  return (
    <p className="soft">You have no authenticator app, and so no recovery codes: your passkeys open the console.</p>
  );
}

function NotRequested() {
  return (
    <Alert kind="info">
      This installation runs with demo data, whose passwords are published: it asks for no second factor. Without demo
      data everybody sets up an authenticator app at the first sign-in as staff.
    </Alert>
  );
}
