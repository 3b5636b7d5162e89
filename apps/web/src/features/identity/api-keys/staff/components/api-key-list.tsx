import {
  type ApiKey,
  confirmApiKey,
  createApiKey,
  MOST_API_KEYS,
  revokeApiKey,
} from '@portal/contract/identity/staff-api-keys';
import { CircleCheck, CirclePause, CircleX, Clock, Plus } from 'lucide-react';
import { useState } from 'react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { SecretDialog } from '../../../../../shared/staff/secret-dialog.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { StatusBadge, type StatusLook } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { useApiKeys } from '../api/api-keys.ts';
import { ConfirmKeyDialog, NewKeyDialog, RevokeDialog } from './key-dialogs.tsx';

const STATES: Record<ApiKey['state'], StatusLook> = {
  active: { label: 'Active', kind: 'ok', icon: CircleCheck },
  suspended: { label: 'Suspended by a restore', kind: 'warn', icon: CirclePause },
  stopped: { label: 'Stopped: its maker is switched off', kind: 'warn', icon: CirclePause },
  expired: { label: 'Expired', kind: 'mute', icon: Clock },
  revoked: { label: 'Revoked', kind: 'bad', icon: CircleX },
};

const hasEnded = ({ state }: ApiKey) => state === 'expired' || state === 'revoked';

type Open =
  | { readonly kind: 'new' }
  | { readonly kind: 'secret'; readonly key: string }
  | { readonly kind: 'confirm' | 'revoke'; readonly apiKey: ApiKey }
  | null;

/** The keys of the operator's programs: what each may do, and when and from where it was used last. */
export function ApiKeyList() {
  const keys = useApiKeys();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const isFull = (keys.data ?? []).filter((one) => !hasEnded(one)).length >= MOST_API_KEYS;
  return (
    <div className="mt-6 max-w-4xl">
      {isFull ? (
        <p className="soft">There are {MOST_API_KEYS} keys that work. Revoke one before you make another.</p>
      ) : (
        <Allowed to={createApiKey}>
          <Button onClick={() => setOpen({ kind: 'new' })}>
            <Plus />
            New API key
          </Button>
        </Allowed>
      )}
      <div className="mt-6">
        <AsyncBoundary
          query={keys}
          failure="We could not load the API keys"
          skeleton={<Skeleton className="h-60 w-full" />}
        >
          {(loaded) => (
            <>
              {loaded.some(({ state }) => state === 'suspended') && (
                <Alert kind="warn" className="mb-6">
                  The portal was restored from a backup, which does not know which keys were revoked since. Each earlier
                  key is suspended until you confirm it.
                </Alert>
              )}
              {loaded.every(hasEnded) ? (
                <EmptyState title="No program has a key">
                  Make one for your accounting, CRM or app: it calls this portal as you allow it.
                </EmptyState>
              ) : (
                <Keys
                  keys={loaded.filter((one) => !hasEnded(one))}
                  onOrder={(kind, apiKey) => setOpen({ kind, apiKey })}
                />
              )}
              {loaded.some(hasEnded) && (
                <section className="mt-10" aria-labelledby="ended-keys">
                  <h2 className="h3 mb-4" id="ended-keys">
                    Keys that have ended
                  </h2>
                  <Keys keys={loaded.filter(hasEnded)} />
                </section>
              )}
            </>
          )}
        </AsyncBoundary>
      </div>
      {open?.kind === 'new' && <NewKeyDialog onClose={close} onCreated={(key) => setOpen({ kind: 'secret', key })} />}
      {open?.kind === 'secret' && (
        <SecretDialog title="Keep this key" secret={open.key} onClose={close}>
          The program sends it with each call, as a bearer token. Whoever has it can do what its scopes allow.
        </SecretDialog>
      )}
      {open?.kind === 'confirm' && <ConfirmKeyDialog apiKey={open.apiKey} onClose={close} />}
      {open?.kind === 'revoke' && <RevokeDialog apiKey={open.apiKey} onClose={close} />}
    </div>
  );
}

type KeysProps = { keys: readonly ApiKey[]; onOrder?: (kind: 'confirm' | 'revoke', apiKey: ApiKey) => void };

function Keys({ keys, onOrder }: KeysProps) {
  return (
    <ul className="border-ink border-t">
      {keys.map((apiKey) => (
        <Row key={apiKey.id} apiKey={apiKey} onOrder={onOrder} />
      ))}
    </ul>
  );
}

function Row({ apiKey, onOrder }: { apiKey: ApiKey; onOrder: KeysProps['onOrder'] }) {
  const { name, ending, scopes, state } = apiKey;
  return (
    <li className="grid grid-cols-1 gap-x-8 gap-y-3 border-line border-b py-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="semi wrap-anywhere">{bidiIsolate(name)}</span>
          <span className="muted small font-mono">…{ending}</span>
          <StatusBadge status={state} statuses={STATES} />
        </p>
        <p className="soft small wrap-anywhere mt-1.5">{scopes.join(', ')}</p>
      </div>
      <Facts apiKey={apiKey} />
      {onOrder && (
        <div className="flex flex-wrap gap-3 empty:hidden">
          {state === 'suspended' && (
            <Allowed to={confirmApiKey}>
              <Button aria-label={`Confirm: ${name}`} onClick={() => onOrder('confirm', apiKey)}>
                Confirm
              </Button>
            </Allowed>
          )}
          <Allowed to={revokeApiKey}>
            <Button variant="secondary" aria-label={`Revoke: ${name}`} onClick={() => onOrder('revoke', apiKey)}>
              Revoke
            </Button>
          </Allowed>
        </div>
      )}
    </li>
  );
}

function Facts({ apiKey }: { apiKey: ApiKey }) {
  const { createdBy, createdAt, expiresAt, revokedAt, lastUsedAt, lastAddress } = apiKey;
  const facts = [
    ['Made', `${formatMoment(createdAt)}, ${bidiIsolate(createdBy.name)}`],
    revokedAt ? ['Revoked', formatMoment(revokedAt)] : ['Expires', expiresAt ? formatMoment(expiresAt) : 'Never'],
    ['Last use', lastUsedAt ? `${formatMoment(lastUsedAt)}, from ${lastAddress}` : 'Never'],
  ];
  return (
    <dl className="small grid grid-cols-[4.5rem_minmax(0,1fr)] content-start gap-x-4 gap-y-1">
      {facts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="muted">{label}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
