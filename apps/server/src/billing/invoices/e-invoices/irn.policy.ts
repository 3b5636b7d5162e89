/**
 * The number of a document at the tax authority: its own number by letters and digits alone, the service
 * id of the seller, and the day of issue (MBS, Invoice Reference Number; Interswitch, NRS E-Invoicing).
 * `issueDate` is "2026-11-30". Two documents never have the same one: our numbers stay apart without
 * their hyphens, since the year always has four digits.
 */
export function irnOf(documentNumber: string, serviceId: string, issueDate: string): string {
  const number = documentNumber.replace(/[^A-Za-z0-9]/g, '').toUpperCase();
  return `${number}-${serviceId.toUpperCase()}-${issueDate.replaceAll('-', '')}`;
}
