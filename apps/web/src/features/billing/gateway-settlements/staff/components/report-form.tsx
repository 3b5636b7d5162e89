import type { ReportColumns, SettlementGateway, SettlementReport } from '@portal/contract/billing/gateway-settlements';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { CsvFileChoice } from '../../../../../shared/staff/csv-file-choice.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { useImportReport, useSettlementGateways } from '../api/settlements.ts';
import { ReportPreview } from './report-preview.tsx';

type Columns = Readonly<Partial<Record<keyof ReportColumns, string>>>;
type Draft = {
  readonly file: File | null;
  readonly columns: Columns;
  /** How the file is read with these columns; null before it was checked. */
  readonly report: SettlementReport | null;
};
const EMPTY: Draft = { file: null, columns: {}, report: null };

/** Takes the settlement report of a gateway that has no list: a check that shows how it is read, then its import. */
export function ReportForm({ wanted, onImported }: { wanted: string | null; onImported: () => void }) {
  const gateways = useSettlementGateways(false);
  return (
    <AsyncBoundary
      query={gateways}
      failure="We could not load the gateways"
      skeleton={<Skeleton className="h-44 w-full" />}
    >
      {(loaded) => {
        const byReport = loaded.filter(({ by }) => by === 'report');
        const [first] = byReport;
        return first ? (
          <GatewayReport
            gateways={byReport}
            start={byReport.find(({ gateway }) => gateway === wanted) ?? first}
            onImported={onImported}
          />
        ) : (
          <EmptyState title="No gateway needs it">The portal reads the settlements of all of them itself.</EmptyState>
        );
      }}
    </AsyncBoundary>
  );
}

type GatewayReportProps = {
  gateways: readonly SettlementGateway[];
  start: SettlementGateway;
  onImported: () => void;
};

function GatewayReport({ gateways, start, onImported }: GatewayReportProps) {
  const [gateway, setGateway] = useState(start);
  const [draft, setDraft] = useState(EMPTY);
  const [missing, setMissing] = useState<string>();
  const importing = useImportReport();
  const send = useMutateOnce(importing);
  function check(columns: Columns) {
    const { file } = draft;
    if (!file) return setMissing('Choose the report as a CSV file');
    setMissing(undefined);
    void send(
      { gateway: gateway.gateway, file, columns, isDryRun: true },
      { onSuccess: ({ report }) => setDraft({ file, columns, report }) },
    );
  }
  function book() {
    const { file, columns } = draft;
    if (!file) return;
    void send(
      { gateway: gateway.gateway, file, columns, isDryRun: false },
      {
        onSuccess: ({ message }) => {
          toast({ title: gateway.name, description: message });
          onImported();
        },
      },
    );
  }
  return (
    <div className="mt-6 grid max-w-4xl grid-cols-1 gap-8">
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          check(draft.columns);
        }}
      >
        {gateways.length > 1 && (
          <SelectField
            label="Gateway"
            options={gateways.map(({ gateway: value, name: label }) => ({ value, label }))}
            value={gateway.gateway}
            onChange={({ target }) => {
              setGateway(gateways.find((each) => each.gateway === target.value) ?? gateway);
              setDraft(EMPTY);
            }}
          />
        )}
        <CsvFileChoice
          file={draft.file}
          hint="The settlement report of the gateway’s dashboard, with the names of the columns in its first row."
          error={missing}
          onChoose={(file) => setDraft({ ...EMPTY, file })}
        />
        {importing.error && <Alert kind="bad">{messageOf(importing.error)}</Alert>}
        <Button
          type="submit"
          className="justify-self-start"
          variant={draft.report ? 'secondary' : 'primary'}
          busy={importing.isPending}
          busyLabel="Sending..."
        >
          Check the report
        </Button>
      </form>
      {draft.report && (
        <ReportPreview report={draft.report} busy={importing.isPending} onCheck={check} onImport={book} />
      )}
    </div>
  );
}
