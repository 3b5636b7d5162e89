/** Whether this instance is about to end: it answers, but balancers should send it nothing more. */
export type Drain = { readonly isOn: () => boolean; readonly begin: () => void };

export function createDrain(): Drain {
  let on = false;
  return {
    isOn: () => on,
    begin: () => {
      on = true;
    },
  };
}
