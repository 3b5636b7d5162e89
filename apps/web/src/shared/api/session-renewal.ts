let renewals = 0;
let underWay: Promise<unknown> = Promise.resolve();

/** Marks a call whose success gives this window a new session in place of its own. */
export function renewing(call: Promise<Response>): Promise<Response> {
  underWay = call.then(
    ({ ok }) => {
      if (ok) renewals += 1;
    },
    () => undefined,
  );
  return call;
}

/**
 * Watches from now on; what it returns says whether the session has been replaced since, once a
 * replacement that is under way has come to its end.
 */
export function watchRenewal(): () => Promise<boolean> {
  const before = renewals;
  return async () => {
    await underWay;
    return renewals !== before;
  };
}
