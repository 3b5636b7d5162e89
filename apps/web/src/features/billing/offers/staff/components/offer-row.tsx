import { Archive } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useOneAtATime } from '../../../../../shared/api/use-one-at-a-time.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';

type OfferRowProps = {
  offer: { readonly id: string; readonly name: string; readonly active: boolean };
  /** The call that who may edit and retire it may make. */
  edits: ComponentProps<typeof Allowed>['to'];
  change: {
    readonly isPending: boolean;
    readonly mutateAsync: (order: { id: string; active: boolean }) => Promise<{ message: string }>;
  };
  onEdit: () => void;
  /** What it costs, and more. */
  children: ReactNode;
};

/** Something that is offered for money in a list of staff, to be edited, retired and offered again. */
export function OfferRow({ offer, edits, change, onEdit, children }: OfferRowProps) {
  const { id, name, active } = offer;
  const oneAtATime = useOneAtATime();
  async function turn() {
    try {
      const { message } = await change.mutateAsync({ id, active: !active });
      toast({ title: active ? 'Retired' : 'Offered again', description: message });
    } catch (failure) {
      toast({ title: 'Not saved', description: messageOf(failure), variant: 'destructive' });
    }
  }
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-line border-b py-3">
      <div className="min-w-48 flex-1">
        <p className="semi flex flex-wrap items-center gap-2 break-words">
          {name}
          {!active && (
            <Badge kind="mute" icon={Archive}>
              Retired
            </Badge>
          )}
        </p>
        {children}
      </div>
      <Allowed to={edits}>
        <div className="flex gap-2">
          <Button variant="secondary" aria-label={`Edit ${name}`} onClick={onEdit}>
            Edit
          </Button>
          <Button
            variant="quiet"
            aria-label={`${active ? 'Retire' : 'Offer again'}: ${name}`}
            busy={change.isPending}
            busyLabel="Saving..."
            onClick={() => oneAtATime(turn)}
          >
            {active ? 'Retire' : 'Offer again'}
          </Button>
        </div>
      </Allowed>
    </li>
  );
}
