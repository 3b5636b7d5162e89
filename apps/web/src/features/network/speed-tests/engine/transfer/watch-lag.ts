const EVERY_MS = 50;

/**
 * How late this thread ran at worst, in ms. A device that is busy with other things measures
 * itself, not the line.
 */
export function watchLag(): { readonly stop: () => number } {
  let worst = 0;
  let due = performance.now() + EVERY_MS;
  const timer = setInterval(() => {
    worst = Math.max(worst, performance.now() - due);
    due = performance.now() + EVERY_MS;
  }, EVERY_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return Math.round(worst);
    },
  };
}
