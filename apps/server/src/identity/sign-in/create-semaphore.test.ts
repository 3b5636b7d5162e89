import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSemaphore } from './create-semaphore.ts';

/**
 * Tasks that end when the test says so, in the order in which they began, and the numbers of those
 * that were returned.
 */
function setup(width: number, together: number) {
  const inTurn = createSemaphore(width, together);
  const begun: { readonly number: number; readonly end: (failure?: Error) => void }[] = [];
  const returned: number[] = [];
  let most = 0;
  let atWork = 0;
  const submit = (number: number): Promise<void> => {
    const result = inTurn(async () => {
      most = Math.max(most, ++atWork);
      await new Promise<void>((resolve, reject) => {
        begun.push({ number, end: (failure) => (failure ? reject(failure) : resolve()) });
      });
    });
    const record = () => void returned.push(number);
    return result.then(record, record);
  };
  const endNext = async (failure?: Error): Promise<void> => {
    atWork--;
    begun.shift()?.end(failure);
    await nextTurn();
  };
  return { submit, endNext, begun, returned, most: () => most };
}

it('returns a result at once when no work is queued', async () => {
  const { submit, endNext, returned } = setup(2, 8);
  void submit(1);
  void submit(2);
  await nextTurn();
  await endNext();
  expect(returned).toEqual([1]);
  await endNext(new Error('no memory'));
  expect(returned).toEqual([1, 2]);
});

it('returns finished results together and in order while work is queued, and the rest when the queue is empty', async () => {
  const { submit, endNext, returned } = setup(1, 3);
  for (const number of [1, 2, 3, 4, 5, 6]) void submit(number);
  await nextTurn();
  const after: number[] = [];
  for (let ended = 1; ended <= 6; ended++) {
    await endNext();
    after.push(returned.length);
  }
  expect(after).toEqual([0, 0, 3, 3, 5, 6]);
  expect(returned).toEqual([1, 2, 3, 4, 5, 6]);
});

it('loses no work and never runs more than its width, in whatever order work arrives, ends and fails', async () => {
  const steps = fc.array(fc.constantFrom('bring', 'end', 'fail'), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 8 }),
      steps,
      async (width, together, plan) => {
        const { submit, endNext, begun, returned, most } = setup(width, together);
        const submitted: Promise<void>[] = [];
        for (const step of plan) {
          if (step === 'bring') submitted.push(submit(submitted.length));
          else if (begun.length > 0) await endNext(step === 'fail' ? new Error('no memory') : undefined);
        }
        await nextTurn();
        while (begun.length > 0) await endNext();
        await Promise.all(submitted);
        expect(returned.toSorted((a, b) => a - b)).toEqual(submitted.map((_, number) => number));
        expect(most()).toBeLessThanOrEqual(width);
      },
    ),
  );
});
