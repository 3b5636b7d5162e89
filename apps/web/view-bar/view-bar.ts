import { keepNothing, openNoSocket } from './nothing-kept.ts';
import styles from './view-bar.css?inline';
import { watchCalls } from './view-calls.ts';
import { readFacts, type ViewFacts } from './view-facts.ts';

/** How long what was refused stays in the bar. */
const SAID_FOR_MS = 8000;
const LAST_MINUTE_S = 60;

const EYE =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0"/><circle cx="12" cy="12" r="3"/></svg>';

function element<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, text: string, role?: string) {
  const made = document.createElement(tag);
  made.textContent = text;
  if (role) made.setAttribute('role', role);
  return made;
}

/** '9:42 left'. */
function timeLeft(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')} left`;
}

/** The bar on every page of a view. `say` shows a sentence in it for a while. */
function drawBar({ name, reason }: ViewFacts, onEnd: () => void) {
  const bar = element('section', '');
  bar.className = 'view-bar';
  bar.setAttribute('aria-label', 'You view as a customer');
  const row = element('div', '');
  const words = element('p', '');
  const timer = element('span', '', 'timer');
  const said = element('span', '', 'status');
  const end = element('button', 'End');
  end.type = 'button';
  end.addEventListener('click', onEnd);
  words.append(element('b', `Viewing as ${name}, read only`), timer, element('span', `Reason: ${reason}`), said);
  row.innerHTML = EYE;
  row.append(words, end);
  bar.append(row);
  let silence: ReturnType<typeof setTimeout> | undefined;
  return {
    bar,
    end,
    timer,
    say: (sentence: string) => {
      said.textContent = sentence;
      clearTimeout(silence);
      silence = setTimeout(() => said.replaceChildren(), SAID_FOR_MS);
    },
  };
}

function start(facts: ViewFacts): void {
  const { id, secondsLeft } = facts;
  keepNothing();
  openNoSocket();
  // The page says what was left when it was asked for.
  const endsAt = Date.now() - performance.now() + secondsLeft * 1000;
  let isLeaving = false;
  const leave = () => {
    isLeaving = true;
    location.replace(`/admin/account-views/${id}`);
  };
  const { bar, end, timer, say } = drawBar(facts, () => void endView());
  const send = watchCalls(facts, { onOver: leave, onLogout: () => void endView(), onRefused: say });
  async function endView(): Promise<void> {
    if (isLeaving || end.ariaBusy === 'true') return;
    end.ariaBusy = 'true';
    try {
      const answer = await send(`/api/staff/account-views/${id}`, { method: 'DELETE', credentials: 'same-origin' });
      // Without a session the console asks to sign in first; the view is over with it.
      if (answer.ok || answer.status === 401 || answer.status === 403) leave();
      else say('The view could not be ended. Try again.');
    } catch {
      say('We could not reach the server. Check your connection and try again.');
    }
    end.ariaBusy = 'false';
  }
  let isLastMinuteSaid = secondsLeft <= LAST_MINUTE_S;
  function tick(): void {
    const seconds = (endsAt - Date.now()) / 1000;
    timer.textContent = timeLeft(seconds);
    if (seconds <= 0) {
      leave();
      return;
    }
    if (seconds <= LAST_MINUTE_S && !isLastMinuteSaid) {
      isLastMinuteSaid = true;
      say('This view ends in a minute.');
    }
    setTimeout(tick, seconds * 1000 - Math.ceil(seconds - 1) * 1000);
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
  document.body.prepend(bar);
  tick();
}

const facts = readFacts();
if (facts) start(facts);
