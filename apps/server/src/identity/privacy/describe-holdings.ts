import {
  type DataPurpose,
  dataKinds,
  dataPurposes,
  type HeldKind,
  type Holding,
} from '@portal/contract/identity/privacy';
import { type PersonalData, PURPOSES } from '../../platform/database/personal-data/declarations.ts';

function holdingOf(purpose: DataPurpose, tables: readonly PersonalData[]): Holding {
  const held = new Set<string>(tables.flatMap(({ columns }) => Object.values(columns)));
  const lasts = tables.some(({ retention }) => retention === 'account' || retention === 'accounting');
  const months = tables.flatMap(({ retention }) => (typeof retention === 'string' || lasts ? [] : [retention.months]));
  return {
    purpose,
    basis: PURPOSES[purpose].basis,
    kinds: dataKinds.filter((kind: HeldKind) => held.has(kind)),
    months: months.length === 0 ? null : Math.max(...months),
    afterDeletion: tables.every(({ onDeletion }) => onDeletion === 'delete') ? 'gone' : 'nameless',
  };
}

/** What is held about customers, by purpose, as the tables declare it. */
export function describeHoldings(declarations: readonly PersonalData[]): Holding[] {
  return dataPurposes.flatMap((purpose) => {
    const tables = declarations.filter((each) => each.purpose === purpose && each.owner !== undefined);
    return tables.length === 0 ? [] : [holdingOf(purpose, tables)];
  });
}
