import type { Transaction } from '../../platform/database/connection.ts';
import { savedReplies, ticketMacros } from '../../platform/database/schema/support/saved-reply.ts';

type Texts = Pick<typeof savedReplies.$inferInsert, 'title' | 'content' | 'yo' | 'ha' | 'ig'>;

const SOLVED = 'Solved';

const REPLIES: readonly Texts[] = [
  {
    title: 'Ask for a speed test',
    content: 'Please run a speed test from your dashboard with the router beside you, and tell me the result.',
  },
  {
    title: 'Book engineer',
    content: 'An engineer can come to you tomorrow between 9 and 12. Is somebody at home then?',
  },
  {
    title: 'Check the light',
    content: 'Please look at the small box on the wall: which of its lights are on, and in which colour?',
  },
  {
    title: 'Greeting',
    content: 'Good day {firstName}, thank you for writing to us. I am {agentName}, and I am looking at your line now.',
    yo: 'Ẹ n lẹ {firstName}, ẹ ṣé tí ẹ kọ̀wé sí wa. Èmi ni {agentName}, mo sì ń wo ìlà yín báyìí.',
    ha: 'Barka {firstName}, mun gode da ka rubuto mana. Ni ne {agentName}, ina duba layinka yanzu.',
    ig: 'Ndewo {firstName}, daalụ maka ide anyị. Aha m bụ {agentName}, ana m elele ahịrị gị ugbu a.',
  },
  {
    title: 'Outage in your area',
    content:
      'There is a fault in your area and our team is at work on it. You find the latest news on the network status page.',
  },
  {
    title: 'Paid until',
    content: 'Your plan {planName} is paid until {paidUntil}. What is open now: {amountDue}.',
    yo: 'A ti sanwó ètò {planName} yín títí di {paidUntil}. Iye tó ṣẹ́kù láti san báyìí: {amountDue}.',
    ha: 'An biya tsarinka na {planName} har zuwa {paidUntil}. Abin da ya rage a biya yanzu: {amountDue}.',
    ig: 'A kwụọla ụgwọ atụmatụ gị {planName} ruo {paidUntil}. Ihe fọdụrụ ịkwụ ugbu a: {amountDue}.',
  },
  {
    title: 'Restart the router',
    content: 'Please unplug the router, wait for 30 seconds and plug it in again. It needs about two minutes.',
  },
  {
    title: 'Send pay link',
    content: 'You can pay under Payment in your account: with a card, by bank transfer or by USSD.',
  },
  {
    title: SOLVED,
    content: 'Dear {firstName}, we have repaired what you reported in {ticketNumber}. Please write if it comes back.',
    yo: '{firstName} ọ̀wọ́n, a ti tún ohun tí ẹ sọ nínú {ticketNumber} ṣe. Ẹ jọ̀wọ́ kọ̀wé tí ó bá tún ṣẹlẹ̀.',
    ha: 'Ya {firstName}, mun gyara abin da ka faɗa a {ticketNumber}. Don Allah ka rubuto idan ya sake faruwa.',
    ig: 'Ezigbo {firstName}, anyị arụziela ihe ị kọrọ na {ticketNumber}. Biko dee ma ọ bụrụ na ọ lọghachi.',
  },
  {
    title: 'Thank and close',
    content: 'Thank you for your patience. I close this chat now; you can write again at any time.',
  },
];

/** Replies to frequent questions, and two macros for tickets. */
export async function seedSavedReplies(tx: Transaction): Promise<void> {
  const rows = await tx
    .insert(savedReplies)
    .values([...REPLIES])
    .returning({ id: savedReplies.id, title: savedReplies.title });
  const solved = rows.find(({ title }) => title === SOLVED)?.id ?? null;
  await tx.insert(ticketMacros).values([
    { title: 'Repaired: tell them and resolve', savedReplyId: solved, status: 'resolved', addTags: ['repaired'] },
    { title: 'Mine, and urgent', priority: 'urgent', assignTo: 'me', status: 'in-progress' },
  ]);
}
