const due = new WeakMap<object, (() => void)[]>();

/**
 * Calls `act` once the transaction is committed, in the order of registration; a rollback discards
 * it. For effects that others may only see after the commit, such as live updates. `tx` is the
 * transaction itself, not a savepoint in it, whose callbacks would never run. `act` must not throw.
 */
export function afterCommit(tx: object, act: () => void): void {
  const acts = due.get(tx);
  if (acts) acts.push(act);
  else due.set(tx, [act]);
}

/** The callbacks to run after this transaction. Only for the connection. */
export function takeAfterCommit(tx: object): readonly (() => void)[] {
  return due.get(tx) ?? [];
}
