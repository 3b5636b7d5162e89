let renewals = 0;
let underWay: Promise<unknown> = Promise.resolve();

/** Marks a call whose success replaces this window's session. */
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
 * Watches from now on; the returned function says whether the session has been replaced since, once
 * a replacement under way is complete.
 */
export function watchRenewal(): () => Promise<boolean> {
  const before = renewals;
  return async () => {
    await underWay;
    return renewals !== before;
  };
}
