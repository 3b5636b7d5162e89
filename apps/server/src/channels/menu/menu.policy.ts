import type { LanguageCode } from '@portal/contract/messaging/notices';
import {
  amountOf,
  balanceText,
  createSay,
  dayOf,
  labelOf,
  lineText,
  localNumber,
  type MenuFacts,
  nameOf,
  outageText,
  type Say,
  screenOf,
} from './menu-screens.ts';
import type { CallerAccount, MenuServices, VoucherResult } from './menu-services.port.ts';
import { menuLanguages } from './texts/menu-texts.ts';

const TASKS = { '1': 'balance', '2': 'pay', '4': 'line', '5': 'call' } as const;
type Task = (typeof TASKS)[keyof typeof TASKS];

export type Step =
  | 'main'
  | 'account-number'
  | 'pin'
  | 'account'
  | 'line'
  | 'pay'
  | 'payee'
  | 'voucher'
  | 'outage'
  | 'language'
  | 'end';

/** Where a caller is in the menu. Without secrets: what they typed as a PIN is in none of it. */
export type MenuState = {
  readonly language: LanguageCode;
  readonly at: Step;
  /** What they want, while the menu asks who they are. */
  readonly task: Task | null;
  /** The account number that a PIN is asked for. */
  readonly typedNumber: string | null;
  /** Whom they act for, once it is chosen or proven by a PIN. */
  readonly account: { readonly accountId: number; readonly personId: number } | null;
  readonly isProvenByPin: boolean;
  /** Which account a voucher is for. */
  readonly payee: { readonly accountId: number; readonly number: string; readonly name: string } | null;
  readonly page: number;
  readonly mistakes: number;
};

/** Something that can be chosen at a screen, and what is typed for it. */
type Choice = { readonly entry: string; readonly label: string };

/**
 * What a step answers: the whole screen as `text`, and the same as what it says and what can be chosen.
 * `ends`: nothing more is expected.
 */
export type Turn = {
  readonly state: MenuState;
  readonly text: string;
  readonly body: string;
  readonly choices: readonly Choice[];
  readonly ends: boolean;
};

/** Who asks, of what installation. `phone` in E.164. */
export type Caller = { readonly facts: MenuFacts; readonly phone: string; readonly services: MenuServices };

/** Two pages: with them nothing is more than six screens away. */
export const MOST_CHOICES = 6;
const A_PAGE = 3;
/** One a screen, behind the first screen. */
const MOST_OUTAGES = 5;
/** After so many the session ends. */
export const MOST_MISTAKES = 5;
const LAST_LISTED = '9';
/** Of 12 digits, or of an earlier system, whose codes have any form: whether there are such ones, billing knows. */
const VOUCHER_CODE = /^[\p{L}\p{N}]{4,40}$/u;
const BACK = '0';

export function menuStart(language: LanguageCode): MenuState {
  return {
    language,
    at: 'main',
    task: null,
    typedNumber: null,
    account: null,
    isProvenByPin: false,
    payee: null,
    page: 0,
    mistakes: 0,
  };
}

type Here = Caller & { readonly state: MenuState; readonly say: Say };

const at = (caller: Caller, state: MenuState): Here => ({
  ...caller,
  state,
  say: createSay(state.language, caller.facts),
});

/** A screen that goes on. `choices`: lines such as "1 Balance". */
function ask(
  { state }: Pick<Here, 'state'>,
  step: Step,
  change: Partial<MenuState>,
  screen: { readonly says: readonly (string | null)[]; readonly choices: readonly (string | null)[] },
): Turn {
  const lines = screen.choices.filter((line) => line !== null);
  return {
    state: { ...state, ...change, at: step },
    text: screenOf(...screen.says, ...lines),
    body: screenOf(...screen.says),
    choices: lines.map((line) => ({ entry: line.slice(0, 1), label: line.slice(2) })),
    ends: false,
  };
}

/** A last screen. */
export function endMenu(state: MenuState, text: string): Turn {
  return {
    state: { ...state, at: 'end', typedNumber: null, payee: null },
    text,
    body: text,
    choices: [],
    ends: true,
  };
}

const end = ({ state }: Here, ...parts: readonly (string | null)[]): Turn => endMenu(state, screenOf(...parts));

/** The first screen. */
export function showMain(facts: MenuFacts, before: MenuState): Turn {
  // Of several accounts another one may be chosen now; who has entered a PIN does not enter it again.
  const account = before.isProvenByPin ? before.account : null;
  const state = { ...before, at: 'main' as const, account, task: null, typedNumber: null, payee: null, page: 0 };
  const say = createSay(state.language, facts);
  const [name = '', ...choices] = say('main').split('\n');
  return ask({ state }, 'main', {}, { says: [facts.form === 'chat' ? say('chatMain') : name], choices });
}

/** Says that there is nothing to go on with. */
export function sessionOver(facts: MenuFacts, language: LanguageCode): string {
  return screenOf(createSay(language, facts)('over'));
}

/** The same screen again, with what was wrong; the session ends after five mistakes. */
function mistaken(here: Here, wrong: string, again: (here: Here, wrong: string) => Turn | Promise<Turn>) {
  const mistakes = here.state.mistakes + 1;
  if (mistakes >= MOST_MISTAKES) return end(here, here.say('tooManyWrong'));
  return again({ ...here, state: { ...here.state, mistakes } }, wrong);
}

/** A question that is answered by typing. */
const asking = ({ say }: Here, wrong: string | null, question: string) => ({
  says: [wrong, question],
  choices: [say('back')],
});

const askNumber = (here: Here, wrong: string | null = null) =>
  ask(here, 'account-number', { typedNumber: null }, asking(here, wrong, here.say('askAccount')));

const askPin = (here: Here, wrong: string | null = null) =>
  ask(here, 'pin', {}, asking(here, wrong, here.say('askPin')));

const askPayee = (here: Here, wrong: string | null = null) =>
  ask(here, 'payee', { payee: null }, asking(here, wrong, here.say('askPayee')));

const askVoucher = (here: Here, wrong: string | null = null) =>
  ask(here, 'voucher', {}, asking(here, wrong, here.say('askVoucher', { name: here.state.payee?.name ?? '' })));

const askLanguage = (here: Here, wrong: string | null = null) =>
  ask(
    here,
    'language',
    {},
    { says: [wrong], choices: [...menuLanguages.map(({ name }, index) => `${index + 1} ${name}`), here.say('back')] },
  );

/** A page of a list to choose from. */
function askChoice(here: Here, step: 'account' | 'line', labels: readonly string[], wrong: string | null = null): Turn {
  const { page } = here.state;
  const shown = labels.slice(page * A_PAGE, (page + 1) * A_PAGE).map((label, index) => `${index + 1} ${label}`);
  const more = labels.length > (page + 1) * A_PAGE ? here.say('more') : null;
  const title = here.say(step === 'account' ? 'chooseAccount' : 'chooseLine');
  return ask(here, step, {}, { says: [wrong, title], choices: [...shown, more, here.say('back')] });
}

/** What of a list was chosen on its page; `more` for the next page, null for nothing of it. */
function chosenOf<Item>(here: Here, items: readonly Item[], input: string): Item | 'more' | null {
  const start = here.state.page * A_PAGE;
  if (input === LAST_LISTED && items.length > start + A_PAGE) return 'more';
  return /^[1-3]$/.test(input) ? (items[start + Number(input) - 1] ?? null) : null;
}

const accountLabel = ({ name, number }: CallerAccount) => `${nameOf(name)} ${number}`;

const nextPage = (here: Here): Here => ({ ...here, state: { ...here.state, page: here.state.page + 1 } });

/** Whom the caller acts for: the account that was chosen or proven, while that still holds. */
async function findChosen({ services, state }: Here): Promise<CallerAccount | null> {
  if (state.account === null) return null;
  if (state.isProvenByPin) return services.findAccount(state.account);
  const own = await services.listOwnAccounts();
  return (
    own.find(({ accountId, personId }) => {
      return accountId === state.account?.accountId && personId === state.account.personId;
    }) ?? null
  );
}

const choosing = (here: Here, { accountId, personId }: CallerAccount, isProvenByPin: boolean): Here => ({
  ...here,
  state: { ...here.state, account: { accountId, personId }, isProvenByPin, page: 0, typedNumber: null },
});

async function begin(here: Here, task: Task): Promise<Turn> {
  const wanting = { ...here, state: { ...here.state, task, page: 0 } };
  const chosen = await findChosen(here);
  if (chosen) return perform(wanting, chosen);
  const own = await here.services.listOwnAccounts();
  const [only] = own;
  if (only && own.length === 1) return perform(choosing(wanting, only, false), only);
  if (only) return askChoice(wanting, 'account', own.map(accountLabel));
  return task === 'pay' && here.services.redeemVoucher ? askPayee(wanting) : askNumber(wanting);
}

async function perform(here: Here, account: CallerAccount): Promise<Turn> {
  switch (here.state.task) {
    case 'balance':
      return showBalance(here, account);
    case 'pay':
      return askWay(here, account);
    case 'line':
      return showLine(here, account);
    case 'call': {
      const outcome = await here.services.requestCall(account);
      const values = { phone: localNumber(here.phone) };
      return end(here, outcome === 'noted' ? here.say('callNoted', values) : here.say('callWaiting', values));
    }
    case null:
      return showMain(here.facts, here.state);
  }
}

async function showBalance(here: Here, account: CallerAccount): Promise<Turn> {
  if (!account.seesBills) return end(here, here.say('ownersOnly'));
  return end(here, accountLabel(account), balanceText(here.say, await here.services.readBalance(account.accountId)));
}

function askWay(here: Here, account: CallerAccount, wrong: string | null = null): Turn {
  const { say, services } = here;
  const byVoucher = services.redeemVoucher !== null;
  return ask(
    here,
    'pay',
    { payee: null },
    {
      says: [wrong, say('payMenu', { account: accountLabel(account) })],
      choices: [
        byVoucher ? say('payByVoucher') : null,
        say('payByLink'),
        byVoucher ? say('payForOther') : null,
        say('back'),
      ],
    },
  );
}

async function showLine(here: Here, account: CallerAccount, wrong: string | null = null): Promise<Turn> {
  const lines = await here.services.listLines(account.accountId);
  const [only] = lines;
  if (!only) return end(here, here.say('noPlan'));
  if (lines.length === 1) return end(here, lineText(here.say, await here.services.readLine(only.lineId)));
  return askChoice(
    here,
    'line',
    lines.map(({ label }) => labelOf(label)),
    wrong,
  );
}

async function showOutages(here: Here, wrong: string | null = null): Promise<Turn> {
  const { say, state } = here;
  const own = state.account ?? (await here.services.listOwnAccounts())[0] ?? null;
  const outages = (await here.services.listOutages(own?.accountId ?? null)).slice(0, MOST_OUTAGES);
  const shown = outages[state.page];
  if (!shown) return end(here, say('noOutage'));
  if (outages.length === state.page + 1) return end(here, outageText(say, shown));
  return ask(here, 'outage', {}, { says: [wrong, outageText(say, shown)], choices: [say('more'), say('back')] });
}

async function chooseAccount(here: Here, input: string): Promise<Turn> {
  const own = await here.services.listOwnAccounts();
  const chosen = chosenOf(here, own, input);
  const labels = own.map(accountLabel);
  if (chosen === 'more') return askChoice(nextPage(here), 'account', labels);
  if (chosen) return perform(choosing(here, chosen, false), chosen);
  return mistaken(here, here.say('notListed'), (again, wrong) => askChoice(again, 'account', labels, wrong));
}

async function chooseLine(here: Here, input: string): Promise<Turn> {
  const account = await findChosen(here);
  if (!account) return end(here, here.say('over'));
  const lines = await here.services.listLines(account.accountId);
  const chosen = chosenOf(here, lines, input);
  if (chosen === 'more') return showLine(nextPage(here), account);
  if (chosen) return end(here, labelOf(chosen.label), lineText(here.say, await here.services.readLine(chosen.lineId)));
  return mistaken(here, here.say('notListed'), (again, wrong) => showLine(again, account, wrong));
}

async function takePin(here: Here, input: string): Promise<Turn> {
  const { say, services, state } = here;
  if (!/^\d{4}$/.test(input)) return mistaken(here, say('fourDigits'), askPin);
  const result = await services.provePin(state.typedNumber ?? '', input);
  if (result.kind === 'wait') return end(here, say('tooManyTries', { minutes: String(result.minutes) }));
  if (result.kind === 'wrong') return mistaken(here, say('wrongPin'), askNumber);
  return perform(choosing(here, result.account, true), result.account);
}

async function takePayee(here: Here, input: string): Promise<Turn> {
  const { say } = here;
  if (!/^\d{10}$/.test(input)) return mistaken(here, say('tenDigits'), askPayee);
  const found = await here.services.findPayee(input);
  if (found.kind === 'wait') return end(here, say('tooManyTries', { minutes: String(found.minutes) }));
  if (found.kind === 'unknown') return mistaken(here, say('noSuchAccount'), askPayee);
  const payee = { accountId: found.accountId, number: found.number, name: nameOf(found.maskedName) };
  return askVoucher({ ...here, state: { ...here.state, payee } });
}

async function chooseWay(here: Here, input: string): Promise<Turn> {
  const { say, services } = here;
  const account = await findChosen(here);
  if (!account) return end(here, say('over'));
  if (input === '2') return sendLink(here, account);
  if (services.redeemVoucher && input === '1') {
    const payee = { accountId: account.accountId, number: account.number, name: nameOf(account.name) };
    return askVoucher({ ...here, state: { ...here.state, payee } });
  }
  if (services.redeemVoucher && input === '3') return askPayee(here);
  return mistaken(here, say('notListed'), (again, wrong) => askWay(again, account, wrong));
}

async function sendLink(here: Here, account: CallerAccount): Promise<Turn> {
  const { say } = here;
  if (!account.seesBills) return end(here, say('ownersOnly'));
  const result = await here.services.makeLink(account);
  switch (result.kind) {
    case 'sent':
      return end(here, say('linkSent', { amount: amountOf(result.amountKobo), phone: localNumber(here.phone) }));
    case 'shown': {
      const values = { amount: amountOf(result.amountKobo), day: dayOf(result.expiresAt), url: result.url };
      return end(here, say('linkText', values));
    }
    case 'nothing-due':
      return end(here, say('nothingDue'));
    case 'no-plan':
      return end(here, say('noPlan'));
    case 'impossible':
      return end(here, say('linkFailed'));
  }
}

/** What a voucher's answer says, after `used-now` with the account that it is for. */
export function voucherText(say: Say, result: VoucherResult, accountNumber: string): string {
  switch (result.kind) {
    case 'used-now': {
      const { amountKobo, receiptNumber: receipt } = result;
      return say('voucherPaid', { amount: amountOf(amountKobo), account: accountNumber, receipt });
    }
    case 'already-used':
      return say('voucherUsed');
    case 'expired':
      return say('voucherExpired');
    case 'stopped':
      return say('voucherStopped');
    case 'unknown':
      return say('voucherUnknown');
    case 'bad-check-digits':
      return say('voucherDigits');
    case 'throttled':
      return say('tooManyTries', { minutes: String(result.minutes) });
    case 'retry':
      return say('tryLater');
  }
}

async function takeVoucher(here: Here, input: string): Promise<Turn> {
  const { say, services, state } = here;
  const { payee } = state;
  if (!payee || !services.redeemVoucher) return end(here, say('over'));
  if (!VOUCHER_CODE.test(input)) return mistaken(here, say('voucherDigits'), askVoucher);
  const result = await services.redeemVoucher({ pin: input, accountId: payee.accountId });
  const text = voucherText(say, result, payee.number);
  const isTypedWrong = result.kind === 'bad-check-digits' || result.kind === 'unknown';
  return isTypedWrong ? mistaken(here, text, askVoucher) : end(here, text);
}

async function chooseLanguage(here: Here, input: string): Promise<Turn> {
  const chosen = /^[1-4]$/.test(input) ? menuLanguages[Number(input) - 1] : undefined;
  if (!chosen) return mistaken(here, here.say('notListed'), askLanguage);
  await here.services.saveLanguage(chosen.language);
  return showMain(here.facts, { ...here.state, language: chosen.language });
}

async function chooseTask(here: Here, input: string): Promise<Turn> {
  if (input === '3') return showOutages({ ...here, state: { ...here.state, page: 0 } });
  if (input === '6') return askLanguage(here);
  const task = Object.hasOwn(TASKS, input) ? TASKS[input as keyof typeof TASKS] : null;
  if (task) return begin(here, task);
  return mistaken(here, here.say('notListed'), (again, wrong) => {
    const main = showMain(again.facts, again.state);
    return { ...main, text: screenOf(wrong, main.text), body: screenOf(wrong, main.body) };
  });
}

/** As typed on any keypad: spaces, dashes and # are nothing; digits of a full-width keyboard are digits. */
function typed(input: string): string {
  return input
    .normalize('NFKC')
    .replace(/[\s#.-]/g, '')
    .slice(0, 40);
}

/**
 * One step through the menu: from where a caller is and what they typed to the next screen, in their
 * language. Whatever was typed is answered by a screen. What it does, it does through the services, and
 * every screen after a payment, a link or a request for a call is the last one.
 */
export async function takeInput(caller: Caller, state: MenuState, input: string): Promise<Turn> {
  const here = at(caller, state);
  const entry = typed(input);
  if (state.at === 'end') return end(here, here.say('over'));
  if (entry === BACK && state.at !== 'main') return showMain(caller.facts, state);
  switch (state.at) {
    case 'main':
      return chooseTask(here, entry);
    case 'account-number':
      if (!/^\d{10}$/.test(entry)) return mistaken(here, here.say('tenDigits'), askNumber);
      return askPin({ ...here, state: { ...state, typedNumber: entry } });
    case 'pin':
      return takePin(here, entry);
    case 'account':
      return chooseAccount(here, entry);
    case 'line':
      return chooseLine(here, entry);
    case 'pay':
      return chooseWay(here, entry);
    case 'payee':
      return takePayee(here, entry);
    case 'voucher':
      return takeVoucher(here, entry);
    case 'outage':
      if (entry === LAST_LISTED) return showOutages(nextPage(here));
      return mistaken(here, here.say('notListed'), showOutages);
    case 'language':
      return chooseLanguage(here, entry);
  }
}
