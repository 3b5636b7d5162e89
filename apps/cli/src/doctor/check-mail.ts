import { verifyMailbox } from '@portal/server/platform/outside/imap-mailbox';
import { verifyMailServer } from '@portal/server/platform/outside/mail-sender';
import { about, type Finding, messageOf } from './finding.ts';

const mail = about('Mail');

/** TXT records of a name, each joined; empty when there are none. Rejects when DNS does not answer. */
export type ResolveTxt = (name: string) => Promise<string[]>;

const startsWith = (tag: string) => (record: string) => record.toLowerCase().startsWith(tag);

/** SPF (RFC 7208): exactly one record, which ends in a rule for everybody else. */
async function checkSpf(domain: string, resolveTxt: ResolveTxt): Promise<Finding> {
  const spf = about('Mail: SPF');
  const records = (await resolveTxt(domain)).filter(startsWith('v=spf1'));
  const [record] = records;
  if (record === undefined) {
    return spf.fault(
      `${domain} has no SPF record: mails land in spam.`,
      `Add a TXT record to ${domain}: v=spf1 include:<your mail provider> -all`,
    );
  }
  if (records.length > 1) {
    return spf.fault(`${domain} has ${records.length} SPF records, which counts as none.`, 'Join them into one.');
  }
  if (!/[~-]all\s*$|redirect=/i.test(record)) {
    return spf.warning(`The SPF record of ${domain} lets anybody send in its name.`, 'End it in -all or ~all.');
  }
  return spf.ok(`${domain}: ${record}`);
}

/** DMARC (RFC 7489). */
async function checkDmarc(domain: string, resolveTxt: ResolveTxt): Promise<Finding> {
  const dmarc = about('Mail: DMARC');
  const record = (await resolveTxt(`_dmarc.${domain}`)).find(startsWith('v=dmarc1'));
  if (record === undefined) {
    return dmarc.fault(
      `${domain} has no DMARC record: Gmail and Yahoo refuse mails of large senders without one.`,
      `Add a TXT record to _dmarc.${domain}: v=DMARC1; p=quarantine; rua=mailto:postmaster@${domain}`,
    );
  }
  if (/;\s*p=none/i.test(record)) {
    return dmarc.warning(
      `The DMARC policy of ${domain} is none: forged mails in its name are delivered.`,
      'When the reports show that your own mails pass, set p=quarantine or p=reject.',
    );
  }
  return dmarc.ok(`${domain}: ${record}`);
}

/** DKIM (RFC 6376): the public key under the selector that the mail server signs with. */
async function checkDkim(domain: string, selector: string | null, resolveTxt: ResolveTxt): Promise<Finding> {
  const dkim = about('Mail: DKIM');
  if (selector === null) {
    return dkim.warning(
      'The DKIM key is not checked: nobody said under which selector it is published.',
      'Set MAIL_DKIM_SELECTOR to the selector that your mail server signs with (s= in the header DKIM-Signature).',
    );
  }
  const name = `${selector}._domainkey.${domain}`;
  const record = (await resolveTxt(name)).find((text) => /(^|;)\s*p=/i.test(text));
  if (record === undefined || /(^|;)\s*p=\s*(;|$)/i.test(record)) {
    return dkim.fault(
      `${name} publishes no key: signed mails fail the check.`,
      'Publish the public key that your mail provider shows, as a TXT record of that name.',
    );
  }
  return dkim.ok(`${name} publishes a key.`);
}

/** The mailbox of the desk accepts our sign-in; nothing where none is read. */
export async function checkMailbox(url: string | null): Promise<Finding[]> {
  if (url === null) return [];
  const mailbox = about('Mail: mailbox of the desk');
  return [
    await verifyMailbox(url).then(
      () => mailbox.ok('The mailbox accepts our sign-in.'),
      (error) =>
        mailbox.fault(`The mailbox cannot be read: ${messageOf(error)}.`, 'Correct IMAP_URL: docs/inbound-mail.md.'),
    ),
  ];
}

/** The mail server accepts our sign-in, and the sender's domain publishes SPF, DKIM and DMARC. */
export async function checkMail(deps: {
  readonly smtpUrl: string | null;
  readonly from: string;
  readonly dkimSelector: string | null;
  readonly resolveTxt: ResolveTxt;
}): Promise<Finding[]> {
  if (deps.smtpUrl === null) {
    return [mail.warning('SMTP_URL is not set: receipts and links stay in the outbox.', 'Set SMTP_URL and MAIL_FROM.')];
  }
  const server = await verifyMailServer(deps.smtpUrl).then(
    () => mail.ok('The mail server accepts our sign-in.'),
    (error) => mail.fault(`The mail server refuses us: ${messageOf(error)}.`, 'Correct SMTP_URL.'),
  );
  const domain = deps.from.slice(deps.from.lastIndexOf('@') + 1).replace(/>.*$/, '');
  const records = [
    () => checkSpf(domain, deps.resolveTxt),
    () => checkDkim(domain, deps.dkimSelector, deps.resolveTxt),
    () => checkDmarc(domain, deps.resolveTxt),
  ];
  try {
    return [server, ...(await Promise.all(records.map((check) => check())))];
  } catch (error) {
    const found = `The DNS records of ${domain} cannot be looked up: ${messageOf(error)}.`;
    return [server, mail.warning(found, 'Check this machine’s DNS, and run the doctor again.')];
  }
}
