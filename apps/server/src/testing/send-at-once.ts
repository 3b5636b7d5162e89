type Answer = { readonly statusCode: number } | { readonly status: number };

const isBusy = (answer: Answer): boolean => ('statusCode' in answer ? answer.statusCode : answer.status) === 503;

/**
 * The first answer that is not 503: sends a request again as a person would who is told that the portal is busy. Of
 * requests that wait for one lock a slow machine refuses those that have waited for 2 s.
 */
export async function untilServed<A extends Answer>(send: () => Promise<A>): Promise<A> {
  const answer = await send();
  return isBusy(answer) ? untilServed(send) : answer;
}

/** The answers to `count` requests that are sent at once, each until it is served. */
export function sendAtOnce<A extends Answer>(count: number, send: (index: number) => Promise<A>): Promise<A[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => untilServed(() => send(index))));
}
