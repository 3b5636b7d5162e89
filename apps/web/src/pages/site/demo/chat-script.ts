import { phrase } from '../../../shared/i18n/translate.ts';

/** A made-up agent; the times are part of the script. */
export const AGENT = { name: 'Ọlámidé', initials: 'ỌA', joinedAt: '19:42' };

export type Exchange = {
  readonly ask: string;
  readonly askedAt: string;
  readonly answer: string;
  readonly answeredAt: string;
};

export const CHAT_SCRIPT: readonly Exchange[] = [
  {
    ask: phrase('Good evening. My speed drops to 5 Mbps every night.'),
    askedAt: '19:42',
    answer: phrase('Good evening. I tested your line: its light is weak.'),
    answeredAt: '19:44',
  },
  {
    ask: phrase('Should I unplug anything?'),
    askedAt: '19:45',
    answer: phrase('Leave it in, please. An engineer can come tomorrow at 9.'),
    answeredAt: '19:45',
  },
  {
    ask: phrase('Tomorrow works, thank you.'),
    askedAt: '19:46',
    answer: phrase('It is booked. The engineer calls you before setting off.'),
    answeredAt: '19:46',
  },
];
