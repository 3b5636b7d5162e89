import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { useSecondFactor } from '../api/get-second-factor.ts';
import { usePasskeyOnly } from '../api/send-code.ts';

/** Whether a code of the app opens the console for this person, or nothing but a passkey. */
export function PasskeyOnlyPanel() {
  const secondFactor = useSecondFactor();
  const setting = usePasskeyOnly();
  const set = useMutateOnce(setting);
  return (
    <section aria-labelledby="passkey-only-heading" className="border-ink border-t pt-5">
      <h2 className="h3" id="passkey-only-heading">
        Only with my passkey
      </h2>
      <AsyncBoundary
        query={secondFactor}
        failure="We could not load your second factor"
        skeleton={<Skeleton className="mt-4 h-24 w-full" />}
      >
        {({ passkeyOnly }) => (
          <div className="mt-3 grid gap-4">
            <p className="soft">
              {passkeyOnly
                ? 'Your password with a code does not open the console: only a passkey does.'
                : 'A false page can trick you out of a code; a passkey answers only to this site. Keep two passkeys, on two devices.'}
            </p>
            {setting.error && <Alert kind="bad">{messageOf(setting.error)}</Alert>}
            <Button
              variant="secondary"
              className="justify-self-start"
              busy={setting.isPending}
              busyLabel="Saving..."
              onClick={() =>
                set(!passkeyOnly, {
                  onSuccess: ({ message }) => toast({ title: 'Saved', description: message }),
                })
              }
            >
              {passkeyOnly ? 'Accept a code again' : 'Require a passkey'}
            </Button>
          </div>
        )}
      </AsyncBoundary>
    </section>
  );
}
