import { getImport, type ImportKind, listImports, startImport, undoImport } from '@portal/contract/console/imports';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';
import { uploadFile } from '../../../../../shared/api/upload-file.ts';

/** While an import is running. */
const POLL_MS = 1000;

const oneKey = (id: string) => [getImport.path, id];

/** The last imports and dry runs, newest first. */
export function useImports() {
  return useQuery({
    queryKey: [listImports.path],
    queryFn: () => callEndpoint(listImports),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'running') ? POLL_MS : false),
  });
}

/** One import with the first of its rejected rows, followed until it is done. */
export function useImport(id: string) {
  return useQuery({
    queryKey: oneKey(id),
    queryFn: () => callEndpoint(getImport, { params: { id } }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? POLL_MS : false),
  });
}

export type ImportOrder = {
  readonly kind: ImportKind;
  readonly source: string;
  readonly file: File;
  /** The header of the file for a field; empty for none. */
  readonly columns: Readonly<Record<string, string>>;
  /** How the amounts or dates of a field are written, where that was chosen. */
  readonly readings: Readonly<Record<string, string>>;
  readonly isDryRun: boolean;
};

/** Sends a file. Some systems call a CSV file something else, so its type is set here. */
export function useStartImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, source, file, columns, readings, isDryRun }: ImportOrder) =>
      uploadFile(startImport, {
        query: {
          kind,
          source,
          fileName: file.name.slice(0, 200),
          dryRun: isDryRun ? 'true' : 'false',
          columns: JSON.stringify(columns),
          readings: JSON.stringify(readings),
        },
        file: new Blob([file], { type: 'text/csv' }),
      }),
    onSettled: () => client.invalidateQueries({ queryKey: [listImports.path] }),
  });
}

/** Undoes an import; what shows it is refetched, whatever the outcome. */
export function useUndoImport(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callEndpoint(undoImport, { params: { id } }),
    onSettled: () =>
      Promise.all([[listImports.path], oneKey(id)].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}
