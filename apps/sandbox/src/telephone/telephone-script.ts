/** What the page of the telephone does, without any library. Kept as a text: its hash is in the page's policy. */
export const TELEPHONE_SCRIPT = `
const el = (id) => document.getElementById(id);
const [number, entry, screen, send, hangUp, twice, texts] = ['number', 'entry', 'screen', 'send', 'hang-up', 'twice', 'texts'].map(el);
const code = document.body.dataset.code;
let session = null;
const say = (text) => { screen.textContent = text; };
const post = async (path, body) => {
  const answer = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  return answer.json();
};
function rest() {
  session = null;
  send.textContent = 'Dial';
  hangUp.disabled = true;
  entry.value = '';
}
async function ussd() {
  const typed = entry.value;
  if (session === null) {
    // As on a real phone, what follows the code is typed ahead: *347*000*1#.
    const dialled = typed.trim() === '' ? code : typed.trim();
    const base = code.slice(0, -1);
    if (dialled !== code && !(dialled.startsWith(base + '*') && dialled.endsWith('#'))) {
      say('Connection problem or invalid MMI code.\\n\\nDial ' + code);
      return;
    }
    const ahead = dialled === code ? '' : dialled.slice(base.length + 1, -1);
    session = { sessionId: 'sandbox-' + crypto.randomUUID(), phoneNumber: number.value, text: ahead };
  } else {
    session.text = session.text === '' ? typed : session.text + '*' + typed;
  }
  entry.value = '';
  send.disabled = true;
  say('...');
  try {
    const { kind, text } = await post('telephone/ussd', { ...session, twice: twice.checked });
    say(text);
    if (kind === 'CON') {
      send.textContent = 'Send';
      hangUp.disabled = false;
    } else rest();
  } catch {
    say('Connection problem or invalid MMI code.');
    rest();
  }
  send.disabled = false;
  entry.focus();
}
async function cancel() {
  if (session) await post('telephone/hang-up', session).catch(() => {});
  rest();
  say('Dial ' + code);
  entry.focus();
}
el('dialler').addEventListener('submit', (event) => { event.preventDefault(); if (!send.disabled) void ussd(); });
hangUp.addEventListener('click', () => void cancel());
entry.addEventListener('keydown', (event) => { if (event.key === 'Escape') { event.preventDefault(); void cancel(); } });
for (const key of document.querySelectorAll('[data-key]')) {
  key.addEventListener('click', () => { entry.value += key.dataset.key; });
}
el('erase').addEventListener('click', () => { entry.value = entry.value.slice(0, -1); });

async function refresh() {
  const answer = await fetch('outbox?to=' + encodeURIComponent(number.value), { headers: { accept: 'application/json' } });
  const messages = (await answer.json()).filter(({ channel }) => channel === 'sms');
  texts.replaceChildren(...messages.map(({ text, sentAt }) => {
    const item = document.createElement('li');
    for (const part of text.split(/(https?:\\/\\/\\S+)/)) {
      if (/^https?:/.test(part)) {
        const link = document.createElement('a');
        [link.href, link.textContent, link.target, link.rel] = [part, part, '_blank', 'noopener'];
        item.append(link);
      } else item.append(part);
    }
    const time = document.createElement('time');
    time.dateTime = sentAt;
    time.textContent = new Date(sentAt).toLocaleTimeString();
    item.append(document.createElement('br'), time);
    return item;
  }));
  el('no-texts').hidden = messages.length > 0;
}
el('texter').addEventListener('submit', async (event) => {
  event.preventDefault();
  const words = el('words');
  const { text } = await post('telephone/sms', { from: number.value, text: words.value });
  el('sent').textContent = text;
  words.value = '';
  await refresh();
});
for (const word of document.querySelectorAll('[data-word]')) {
  word.addEventListener('click', () => { el('words').value = word.dataset.word; el('words').focus(); });
}
el('refresh').addEventListener('click', () => void refresh());
number.addEventListener('change', () => { rest(); say('Dial ' + code); void refresh(); });
void refresh();
setInterval(() => void refresh().catch(() => {}), 5000);
`;
