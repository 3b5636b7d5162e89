/** What a notice of one kind says, in English; `{name}` stands for a value. */
export type NoticeTemplate = {
  /** The choice that its messages obey (specification section 2, Notifications); `account` always goes out. */
  readonly category: 'account' | 'service' | 'bills' | 'promotions';
  readonly title: string;
  readonly text: string;
  /** Below the portal's origin. */
  readonly href: string;
  /** What the button of the mail says that leads there. */
  readonly action: string;
  /** Whether these words are mailed. Not where the feature writes a mail of its own, or where one would be too much. */
  readonly mail: boolean;
  /** Whether they are texted to a verified number: besides the mail, or instead of it, unless the number cannot be reached. */
  readonly sms: 'besides' | 'instead' | null;
};
