import { ALL_OTHERS, listAccessServers } from '@portal/contract/network/staff-access-servers';
import { useMay } from '../../../../shared/staff/use-may.ts';
import type { SelectOption } from '../../../../shared/ui/form/select-field.tsx';
import { serverLabel } from './access-server-labels.ts';
import { useAccessServers } from './api/access-servers.ts';

/**
 * The access servers to choose one from, the `chosen` address among them; null for who may not see the list, or
 * where it cannot be loaded: they type the address.
 */
export function useServerOptions(chosen: string): readonly SelectOption[] | null {
  const may = useMay()(listAccessServers);
  const { data, isError } = useAccessServers({ enabled: may, live: false });
  if (!may || (isError && data === undefined)) return null;
  const listed = (data?.servers ?? []).filter(({ address }) => address !== ALL_OTHERS);
  const known = [
    ...listed.map(({ address, name }) => ({ value: address, label: serverLabel(address, name) })),
    ...(data?.unknown ?? []).flatMap(({ address }) =>
      address === '' ? [] : [{ value: address, label: `${address}, not on the list` }],
    ),
  ];
  const isKnown = chosen === '' || known.some(({ value }) => value === chosen);
  return isKnown ? known : [...known, { value: chosen, label: chosen }];
}
