import {
  feeVats,
  importSettlementReport,
  readSettlementsNow,
  type SettlementGateway,
  setFeeVat,
} from '@portal/contract/billing/gateway-settlements';
import { CircleCheck, CircleDot, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { ArrowLink } from '../../../../../shared/ui/button/arrow-link.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { DescriptionList } from '../../../../../shared/ui/layout/description-list.tsx';
import { useReadNow, useSetFeeVat, useSettlementGateways } from '../api/settlements.ts';
import { feeVatLabels } from '../settlement-labels.ts';
import { UnsettledPayments } from './unsettled-payments.tsx';

/** How the settlements of each gateway are read, and what should have been settled by now. */
export function SettlementGateways() {
  const [awaited, setAwaited] = useState<SettlementGateway | null>(null);
  const gateways = useSettlementGateways(awaited !== null);
  const came = gateways.data?.find(({ gateway }) => gateway === awaited?.gateway);
  const hasCome = awaited && came && (came.readAt !== awaited.readAt || came.failedAt !== awaited.failedAt);
  useEffect(() => {
    if (!awaited || !came || !hasCome) return;
    setAwaited(null);
    toast({
      title: came.name,
      description: came.failure ?? 'Its settlements were read.',
      ...(came.failure !== null && { variant: 'destructive' as const }),
    });
  }, [awaited, came, hasCome]);
  return (
    <AsyncBoundary
      query={gateways}
      failure="We could not load the gateways"
      skeleton={<Skeleton className="h-44 w-full" />}
    >
      {(loaded) =>
        loaded.length === 0 ? (
          <EmptyState title="No gateway is set up">Payments through a gateway come with its keys.</EmptyState>
        ) : (
          <ul className="grid gap-x-10 gap-y-8 md:grid-cols-2 xl:grid-cols-3">
            {loaded.map((gateway) => (
              <li key={gateway.gateway} className="border-ink border-t pt-4">
                <GatewayCard
                  gateway={gateway}
                  isAwaited={awaited?.gateway === gateway.gateway}
                  onAsked={() => setAwaited(gateway)}
                />
              </li>
            ))}
          </ul>
        )
      }
    </AsyncBoundary>
  );
}

type CardProps = { gateway: SettlementGateway; isAwaited: boolean; onAsked: () => void };

function GatewayCard({ gateway, isAwaited, onAsked }: CardProps) {
  const [isChoosing, setChoosing] = useState(false);
  const { name, by, readAt, failedAt, failure, nextAt, feeVat, unsettled, unsettledAfterDays } = gateway;
  return (
    <article aria-label={name} className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h3 className="h4">{name}</h3>
        <ReadingBadge gateway={gateway} />
      </div>
      <DescriptionList
        facts={[
          { label: by === 'call' ? 'Read' : 'Report imported', value: readAt ? formatMoment(readAt) : 'Not yet' },
          ...(nextAt ? [{ label: 'Next reading', value: formatMoment(nextAt) }] : []),
          { label: 'VAT in fees', value: feeVatLabels[feeVat] },
          {
            label: `Not settled after ${unsettledAfterDays} days`,
            value: unsettled
              ? unsettled.count === 0
                ? 'None'
                : `${unsettled.count}, ${formatExactNaira(unsettled.amount)}`
              : 'Known after its first settlement',
          },
        ]}
      />
      {failure !== null && failedAt && (
        <Alert kind="bad">
          The reading of {formatMoment(failedAt)} failed: {failure}
        </Alert>
      )}
      {unsettled && unsettled.count > 0 && <UnsettledPayments gateway={gateway} />}
      <div className="flex flex-wrap items-center gap-3">
        {by === 'call' && (
          <Allowed to={readSettlementsNow}>
            <ReadNow gateway={gateway} isAwaited={isAwaited} onAsked={onAsked} />
          </Allowed>
        )}
        <Allowed to={setFeeVat}>
          <Button variant="secondary" onClick={() => setChoosing(true)}>
            VAT in fees
          </Button>
        </Allowed>
        {by === 'report' && (
          <Allowed to={importSettlementReport}>
            <ArrowLink to={`/admin/accounting/settlement-report?gateway=${gateway.gateway}`}>
              Import its report
            </ArrowLink>
          </Allowed>
        )}
      </div>
      {isChoosing && <FeeVatDialog gateway={gateway} onClose={() => setChoosing(false)} />}
    </article>
  );
}

function ReadingBadge({ gateway: { by, readAt, failure } }: { gateway: SettlementGateway }) {
  if (failure !== null) {
    return (
      <Badge kind="bad" icon={TriangleAlert}>
        Not read
      </Badge>
    );
  }
  if (readAt === null) {
    return (
      <Badge kind="mute" icon={CircleDot}>
        {by === 'call' ? 'Read tonight' : 'By report'}
      </Badge>
    );
  }
  return (
    <Badge kind="ok" icon={CircleCheck}>
      {by === 'call' ? 'Read' : 'Imported'}
    </Badge>
  );
}

function ReadNow({ gateway, isAwaited, onAsked }: CardProps) {
  const reading = useReadNow(gateway.gateway);
  const read = useMutateOnce(reading);
  return (
    <>
      <Button
        variant="secondary"
        busy={reading.isPending || isAwaited}
        busyLabel="Reading..."
        onClick={() => void read(undefined, { onSuccess: onAsked })}
      >
        Read now
      </Button>
      {reading.error && <Alert kind="bad">{messageOf(reading.error)}</Alert>}
    </>
  );
}

const VAT_OPTIONS = feeVats.map((value) => ({ value, label: feeVatLabels[value] }));

function FeeVatDialog({ gateway, onClose }: { gateway: SettlementGateway; onClose: () => void }) {
  const choosing = useSetFeeVat(gateway.gateway);
  const { field, ...form } = useCallForm({
    schema: setFeeVat.body,
    start: { feeVat: gateway.feeVat as string },
    bodyOf: (values) => values,
    call: choosing.mutateAsync,
    onDone: ({ message }) => {
      toast({ title: gateway.name, description: message });
      onClose();
    },
  });
  return (
    <FormDialog title={`VAT in the fees of ${gateway.name}`} confirm="Save" form={form} onClose={onClose}>
      <p className="soft">
        It is booked as input VAT only with the gateway’s tax invoice: ask your accountant. It applies to settlements
        that are booked from now on.
      </p>
      <SelectField label="VAT that we recover" options={VAT_OPTIONS} {...field('feeVat')} />
    </FormDialog>
  );
}
