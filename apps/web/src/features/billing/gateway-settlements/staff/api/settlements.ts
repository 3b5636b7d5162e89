import {
  type FeeVat,
  getSettlement,
  importSettlementReport,
  listSettlementGateways,
  listSettlementItems,
  listSettlements,
  listUnsettledPayments,
  type ReportColumns,
  readSettlementsNow,
  resolveSettlementFinding,
  type SettlementGateway,
  setFeeVat,
} from '@portal/contract/billing/gateway-settlements';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';
import { noteDataAge } from '../../../../../shared/api/data-age.ts';
import { uploadFile } from '../../../../../shared/api/upload-file.ts';
import { queryOf, type SettlementChoice } from '../settlement-choice.ts';

const PAGE_SIZE = 50;
/** While somebody waits for a reading. */
const POLL_MS = 1000;

type Gateway = SettlementGateway['gateway'];

/** The chosen settlements, newest day first, fifty at a time. */
export function useSettlements(choice: SettlementChoice) {
  return useInfiniteQuery({
    queryKey: [listSettlements.path, choice],
    queryFn: ({ pageParam }) =>
      callEndpoint(listSettlements, {
        onHeaders: noteDataAge(listSettlements.path),
        query: { ...queryOf(choice), limit: PAGE_SIZE, ...(pageParam && { after: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
    select: (pages) => pages.pages.flat(),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}

export function useSettlement(id: string) {
  return useQuery({
    queryKey: [getSettlement.path, id],
    queryFn: () => callEndpoint(getSettlement, { params: { id } }),
    refetchOnMount: 'always',
  });
}

/** What is in a settlement, fifty at a time. */
export function useSettlementItems(id: string) {
  return useInfiniteQuery({
    queryKey: [listSettlementItems.path, id],
    queryFn: ({ pageParam }) =>
      callEndpoint(listSettlementItems, {
        params: { id },
        query: { limit: PAGE_SIZE, ...(pageParam && { after: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
    select: (pages) => pages.pages.flat(),
  });
}

/** How the settlements of each gateway are read; asked every second while a reading is awaited. */
export function useSettlementGateways(isAwaited: boolean) {
  return useQuery({
    queryKey: [listSettlementGateways.path],
    queryFn: () => callEndpoint(listSettlementGateways),
    refetchOnMount: 'always',
    refetchInterval: isAwaited ? POLL_MS : false,
  });
}

export function useUnsettledPayments(gateway: Gateway) {
  return useQuery({
    queryKey: [listUnsettledPayments.path, gateway],
    queryFn: () =>
      callEndpoint(listUnsettledPayments, {
        params: { gateway },
        onHeaders: noteDataAge(listUnsettledPayments.path),
      }),
    refetchOnMount: 'always',
  });
}

/** What shows settlements is refetched, whatever the outcome: a colleague may have been faster. */
function useSettlementMutation<Body, Answer>(mutationFn: (body: Body) => Promise<Answer>) {
  const client = useQueryClient();
  const shown = [listSettlements, getSettlement, listSettlementItems, listSettlementGateways, listUnsettledPayments];
  return useMutation({
    mutationFn,
    onSettled: () => Promise.all(shown.map(({ path }) => client.invalidateQueries({ queryKey: [path] }))),
  });
}

/** Resolves a finding with what was found out. */
export function useResolveFinding(id: string) {
  return useSettlementMutation((body: { reason: string }) =>
    callEndpoint(resolveSettlementFinding, { params: { id }, body }),
  );
}

export function useSetFeeVat(gateway: Gateway) {
  return useSettlementMutation((body: { feeVat: FeeVat }) => callEndpoint(setFeeVat, { params: { gateway }, body }));
}

/** Asks for a reading; it goes on after the answer. */
export function useReadNow(gateway: Gateway) {
  return useSettlementMutation(() => callEndpoint(readSettlementsNow, { params: { gateway } }));
}

export type ReportOrder = {
  readonly gateway: Gateway;
  readonly file: File;
  /** The head of a column by field, empty for none; what is not chosen is left out. */
  readonly columns: Readonly<Partial<Record<keyof ReportColumns, string>>>;
  readonly isDryRun: boolean;
};

/** Sends a report. Some systems call a CSV file something else, so its type is set here. */
export function useImportReport() {
  return useSettlementMutation(({ gateway, file, columns, isDryRun }: ReportOrder) =>
    uploadFile(importSettlementReport, {
      query: { gateway, dryRun: isDryRun ? 'true' : 'false', ...columns },
      file: new Blob([file], { type: 'text/csv' }),
    }),
  );
}
