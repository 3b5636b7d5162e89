export type Right = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';

const READ: readonly Right[] = ['SELECT'];
const APPEND: readonly Right[] = ['SELECT', 'INSERT'];
const WRITE: readonly Right[] = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];

/**
 * What the portal's account may do with the tables that it may not change freely. What functions of the
 * owner write is read only.
 */
const NARROWER: Readonly<Record<string, readonly Right[]>> = {
  audit_records: APPEND,
  audit_chain: APPEND,
  audit_anchors: APPEND,
  audit_redactions: READ,
  audit_drops: READ,
  // Undoing an import takes its opening balances away.
  ledger_entries: ['SELECT', 'INSERT', 'DELETE'],
  credit_notes: APPEND,
  consent_records: APPEND,
  // Whoever adds an entry locks its incident, which takes UPDATE; a trigger refuses every change.
  security_incidents: ['SELECT', 'INSERT', 'UPDATE'],
  security_incident_entries: APPEND,
};

/** The rights of the portal's account on a table of the schema. */
export const rightsOn = (table: string): readonly Right[] => NARROWER[table] ?? WRITE;
