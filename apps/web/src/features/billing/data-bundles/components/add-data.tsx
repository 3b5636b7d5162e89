import { Plus } from 'lucide-react';
import { Suspense, useState, useTransition } from 'react';
import { useSearchParams } from 'react-router';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { useHasRole } from '../../../../shared/session/account-role.ts';
import { lazyComponent } from '../../../../shared/ui/async/lazy-component.tsx';
import { Button, type ButtonVariant } from '../../../../shared/ui/button/button.tsx';

const BundleDialog = lazyComponent(async () => (await import('./bundle-dialog.tsx')).BundleDialog);

/** Opens the dialog by address: notices and the payment page link to it with `?add=data`. */
const ADD = 'add';
const DATA = 'data';

/** Opens the extra data that can be bought for this month, for those who may pay. */
export function AddData({ variant }: { variant: ButtonVariant }) {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const [open, setOpen] = useState(search.get(ADD) === DATA);
  const [fetching, startTransition] = useTransition();
  const mayBuy = useHasRole('billing');
  function close() {
    setOpen(false);
    if (!search.has(ADD)) return;
    const rest = new URLSearchParams(search);
    rest.delete(ADD);
    setSearch(rest, { replace: true, preventScrollReset: true });
  }
  if (!mayBuy) return null;
  return (
    <>
      <Button variant={variant} busy={fetching} onClick={() => startTransition(() => setOpen(true))}>
        {!fetching && <Plus />}
        {t('Add data')}
      </Button>
      <Suspense fallback={null}>{open && <BundleDialog onClose={close} />}</Suspense>
    </>
  );
}
