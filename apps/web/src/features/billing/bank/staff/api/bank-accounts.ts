import {
  addBankAccount,
  type ColumnChoice,
  checkBankStatement,
  importBankStatement,
  listBankAccounts,
  listBankStatements,
  retireBankAccount,
} from '@portal/contract/billing/bank/bank-accounts';
import { listBankLines } from '@portal/contract/billing/bank/bank-lines';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';
import { uploadFile } from '../../../../../shared/api/upload-file.ts';

/** The provider’s own bank accounts with what waits in each. */
export function useBankAccounts() {
  return useQuery({
    queryKey: [listBankAccounts.path],
    queryFn: () => callEndpoint(listBankAccounts),
    refetchOnMount: 'always',
  });
}

export function useAddBankAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.output<typeof addBankAccount.body>) => callEndpoint(addBankAccount, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: [listBankAccounts.path] }),
  });
}

export function useRetireBankAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callEndpoint(retireBankAccount, { params: { id }, body: {} }),
    onSettled: () => client.invalidateQueries({ queryKey: [listBankAccounts.path] }),
  });
}

/** The statements that were imported into an account. */
export function useBankStatements(id: number) {
  return useQuery({
    queryKey: [listBankStatements.path, id],
    queryFn: () => callEndpoint(listBankStatements, { params: { id } }),
    refetchOnMount: 'always',
  });
}

type StatementFile = { readonly id: number; readonly file: File; readonly columns: ColumnChoice | null };

/** A statement may be CSV, MT940 or XML: the server sees which, and takes each as this type. */
const inputOf = ({ id, file, columns }: StatementFile) => ({
  params: { id },
  query: { fileName: file.name.slice(0, 200), ...(columns && { columns: JSON.stringify(columns) }) },
  file: new Blob([file], { type: 'text/csv' }),
});

/** Says what the import of a file would change. */
export function useCheckStatement() {
  return useMutation({ mutationFn: (order: StatementFile) => uploadFile(checkBankStatement, inputOf(order)) });
}

/** Imports a file; its lines are matched soon after. */
export function useImportStatement() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (order: StatementFile) => uploadFile(importBankStatement, inputOf(order)),
    onSettled: (_answer, _failure, { id }) =>
      Promise.all(
        [[listBankAccounts.path], [listBankLines.path], [listBankStatements.path, id]].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
