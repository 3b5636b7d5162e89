/** The texts of one kind of notice, in English; `{name}` stands for a value. */
export type NoticeTemplate = {
  /**
   * The preference that controls its messages (specification section 2, Notifications); `account`
   * is always sent.
   */
  readonly category: 'account' | 'service' | 'bills' | 'promotions';
  readonly title: string;
  readonly text: string;
  /** Below the portal's origin. */
  readonly href: string;
  /** The label of the mail's button that links there. */
  readonly action: string;
  /**
   * Whether the notice is also mailed. Not where its context sends its own mail, or where one would
   * be too much.
   */
  readonly mail: boolean;
  /**
   * Whether the notice is sent by SMS to a verified number: in addition to the mail, or instead of
   * it, unless the number cannot be reached.
   */
  readonly sms: 'besides' | 'instead' | null;
};
