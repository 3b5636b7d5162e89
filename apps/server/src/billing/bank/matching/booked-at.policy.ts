/** When what a bank booked on a day is in the ledger: at noon of it in Lagos, and never in the future. */
export function bookedAt(day: string, now: Date): Date {
  const noon = new Date(`${day}T12:00:00+01:00`);
  return noon < now ? noon : now;
}
