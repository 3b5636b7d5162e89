/** What the server says of the view in each of its pages (`#account-view`). */
export type ViewFacts = {
  readonly id: number;
  readonly name: string;
  readonly reason: string;
  readonly secondsLeft: number;
};

/** The facts of this page's view; null on any other page. From our own server, so not validated. */
export function readFacts(): ViewFacts | null {
  const text = document.getElementById('account-view')?.textContent;
  return text ? (JSON.parse(text) as ViewFacts) : null;
}
