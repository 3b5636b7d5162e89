import { expect, type Locator, type Page } from '@playwright/test';

/** What a press sends, as the contract names it: 'POST /api/user/tickets/:id/close'. */
export type Call = `${'POST' | 'PUT' | 'DELETE'} /api/${string}`;

/** A place where somebody changes something by a press. */
export type Form = {
  readonly sends: Call;
  readonly path: string;
  /** From the opened page to the control, filled in so far that one press sends it. */
  readonly ready: (page: Page) => Promise<Locator>;
  /** Sent with this key in a field; by a click unless said otherwise. */
  readonly key?: 'Enter';
};

/** Where somebody sees that something went wrong. */
const FAULTS = '.toast-destructive, .field-error, .chat-failed, [role=alert]:not(.toast-region > *)';

const BUSY = { status: 503, json: { success: false, message: 'The service is busy.' } };

function isCall(call: Call, method: string, address: string): boolean {
  const [wanted = '', path = ''] = call.split(' ');
  const shape = new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
  return method === wanted && shape.test(new URL(address).pathname);
}

/**
 * Presses twice before the page has drawn anything of the first press, and once more while the answer is held back. Exactly one request goes out. It is then refused, so that
 * nothing has changed: that is said, and what was typed and chosen is still there.
 */
export async function expectOneRequest(page: Page, form: Form): Promise<void> {
  const control = await form.ready(page);
  const sent: string[] = [];
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const isMeant = (address: URL) => address.pathname.startsWith('/api/');
  await page.route(isMeant, async (route) => {
    const request = route.request();
    if (!isCall(form.sends, request.method(), request.url())) return route.fallback();
    sent.push(request.postData() ?? '');
    await held;
    return route.fulfill(BUSY);
  });
  await expect(control).toBeEnabled();
  const filledIn = await written(page);
  await page.locator(FAULTS).evaluateAll((faults) => {
    for (const old of faults) old.setAttribute('data-old', '');
  });
  await press(control, form.key, 2);
  await expect.poll(() => sent.length, `requests of ${form.sends}`).toBeGreaterThan(0);
  await drawn(page);
  if (await control.isVisible()) await press(control, form.key, 1);
  await drawn(page);
  expect.soft(sent, `requests of ${form.sends} on ${form.path}`).toHaveLength(1);
  const refused = page.waitForResponse((response) => isCall(form.sends, response.request().method(), response.url()));
  answer();
  await (await refused).finished();
  const fault = page.locator(`:is(${FAULTS}):not([data-old])`).filter({ hasText: /\S/, visible: true });
  await expect.soft(fault.first(), `${form.sends} on ${form.path} says that it failed`).toBeVisible();
  expect.soft(await written(page), `what was filled in for ${form.sends}`).toEqual(expect.arrayContaining(filledIn));
  await page.unroute(isMeant);
}

/** What stands in the fields that can be seen, and in the lines of a chat, where what was not sent stays and can be sent again. */
function written(page: Page): Promise<string[]> {
  const fields = page.locator('input:not([type=checkbox], [type=radio]), textarea, select, :checked');
  return fields
    .or(page.locator('.chat-words'))
    .filter({ visible: true })
    .evaluateAll((all) => all.map((element) => ('value' in element ? String(element.value) : element.textContent)));
}

/** All in one task of the page: what a slow device does with taps that came while it was busy. */
async function press(control: Locator, key: Form['key'], times: number): Promise<void> {
  await control.evaluate(
    (element: HTMLElement, { key, times }) => {
      for (let press = 0; press < times; press++) {
        if (key) element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        else element.click();
      }
    },
    { key, times },
  );
}

/** What was sent by a press has been sent once two frames have been drawn. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(shown)))),
  );
}

/** Answers a call of the page with the portal's own answer, changed: a state that takes days or two people to come about. */
export async function answerWith<Answer>(page: Page, path: RegExp, change: (answer: Answer) => unknown): Promise<void> {
  await page.route(
    (address) => path.test(address.pathname),
    async (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      const answer = (await (await route.fetch()).json()) as Answer;
      return route.fulfill({ json: change(answer) });
    },
  );
  await page.reload();
}
