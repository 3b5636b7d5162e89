import { brand } from '@portal/brand';
import type { LanguageCode } from '@portal/contract/messaging/notices';
import { formatAccountNumber } from '@portal/kernel/account-number';
import { defineMessage, formatMessage } from '@portal/kernel/messaging/message-descriptor';
import type { PayCardDocument } from '../../billing/index.ts';
import type { Database } from '../../platform/database/connection.ts';
import { readPayCode } from './make-pay-code.ts';
import { findNumberOf } from './pay-code.repository.ts';

/** An account number at a bank that takes money for one account. */
type BankNumber = { readonly bank: string; readonly accountNumber: string };

export type PayCardDependencies = {
  readonly database: Database;
  readonly origin: string;
  readonly ussdCode: string | null;
  readonly speakIn: (language: LanguageCode) => (english: string) => string;
  readonly findLanguage: (database: Database, userId: number) => Promise<LanguageCode>;
  /** The numbers at banks that take money for an account now. */
  readonly listAccountNumbers: (accountId: number) => Promise<readonly BankNumber[]>;
  readonly phone: () => string;
};

const TITLE = defineMessage('Pay for this line');
const LINK = defineMessage('Scan, or open');
const ACCOUNT = defineMessage('Account number');
const USSD = defineMessage('From any phone, dial');
const FOOTER = defineMessage('Whoever pays sees a masked name and what is due.');

/** As a person types it into a browser. */
const shownOf = (url: string): string => url.replace(/^https?:\/\//, '');

/**
 * What stands on the card of an account, in the language of whoever prints it. Without a link of its own, the
 * code opens the page where the account number is typed.
 */
export async function describePayCard(
  deps: PayCardDependencies,
  { accountId, userId }: { readonly accountId: number; readonly userId: number },
): Promise<PayCardDocument> {
  const { database, origin } = deps;
  const language = await deps.findLanguage(database, userId);
  const speak = deps.speakIn(language);
  const say = (message: typeof TITLE) => formatMessage(message, speak);
  const { link, ussdCode } = await readPayCode(deps, database, accountId);
  const number = await findNumberOf(database, accountId);
  const banks = await deps.listAccountNumbers(accountId);
  const url = link?.url ?? `${origin}/pay`;
  return {
    isCard: true,
    brandName: brand.name,
    colour: brand.colours.primary.light,
    logo: brand.logo,
    language,
    title: say(TITLE),
    url,
    facts: [
      { label: say(LINK), value: shownOf(url) },
      { label: say(ACCOUNT), value: formatAccountNumber(number) },
      ...(ussdCode === null ? [] : [{ label: say(USSD), value: ussdCode }]),
      ...banks.map(({ bank, accountNumber }) => ({ label: bank, value: accountNumber })),
    ],
    footer: `${say(FOOTER)} ${deps.phone()}`,
  };
}
