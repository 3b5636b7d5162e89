import {
  createMacro,
  deleteMacro,
  listMacros,
  type MacroForm,
  previewMacro,
  runMacro,
  updateMacro,
} from '@portal/contract/support/macros';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../../../shared/api/call-endpoint.ts';
import { refreshTickets } from '../../api/refresh-tickets.ts';

const KEY = [listMacros.path];

/** What staff may do to a ticket with one press, by title. */
export function useMacros() {
  return useQuery({ queryKey: KEY, queryFn: () => callEndpoint(listMacros), refetchOnMount: 'always' });
}

/** Saves a macro: a new one where `id` is null. */
export function useSaveMacro() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, form }: { id: string | null; form: MacroForm }) =>
      id === null
        ? callEndpoint(createMacro, { body: form })
        : callEndpoint(updateMacro, { params: { id }, body: form }),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}

/** Deletes a macro for everybody. */
export function useDeleteMacro() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callEndpoint(deleteMacro, { params: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}

/** What a macro would do to a ticket, as it is at this moment. */
export function useMacroPreview(ticketId: string, macroId: string) {
  return useQuery({
    queryKey: [previewMacro.path, ticketId, macroId],
    queryFn: () => callEndpoint(previewMacro, { params: { id: ticketId, macroId } }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Runs a macro; the same clientRequestId again changes nothing. */
export function useRunMacro(ticketId: string, macroId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<(typeof runMacro)['body']>) =>
      callEndpoint(runMacro, { params: { id: ticketId, macroId }, body }),
    onSettled: () => refreshTickets(queries),
  });
}
