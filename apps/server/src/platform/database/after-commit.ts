const due = new WeakMap<object, (() => void)[]>();

/**
 * Has `act` run once the transaction is committed, in the order in which it was asked for; a
 * rollback forgets it. For what others may only see when it is true, such as live updates. `tx` is
 * the transaction itself, not a savepoint in it, whose acts nobody would run. `act` must not throw.
 */
export function afterCommit(tx: object, act: () => void): void {
  const acts = due.get(tx);
  if (acts) acts.push(act);
  else due.set(tx, [act]);
}

/** What is due after this transaction. For the connection alone. */
export function takeAfterCommit(tx: object): readonly (() => void)[] {
  return due.get(tx) ?? [];
}
