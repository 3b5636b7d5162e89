import { brand } from '@portal/brand';
import type { DocumentLink, PaperName } from '@portal/contract/billing/papers/papers';
import { Download, FileText, Unlink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { ApiError, messageOf } from '../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { formatDate } from '../../../../shared/format/date.ts';
import { phrase } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { useOnline } from '../../../../shared/ui/hooks/use-online.ts';
import { useDocumentLink, useDownloadDocument } from '../api/document-link.ts';
import { paperKinds, paperNumber } from '../paper-labels.ts';

/** The token behind the # of the address, which no server gets; null until the page has looked. */
function useTokenOfAddress(): string | null {
  const { hash } = useLocation();
  const [token, setToken] = useState<string | null>(null);
  useEffect(() => setToken(/^#(?:token=)?([\w-]+)$/.exec(hash)?.[1] ?? ''), [hash]);
  return token;
}

/** Where a texted link leads: the documents that it opens, each to download, and nothing else. */
export function DocumentLinkPanel() {
  const t = useText();
  const token = useTokenOfAddress();
  const link = useDocumentLink(token);
  const isUnknown = link.error instanceof ApiError && link.error.code === 'document-link.not-found';
  if (token === '' || isUnknown) return <Closed state="unknown" />;
  return (
    <AsyncBoundary
      query={link}
      failure={t('We could not load what this link opens')}
      skeleton={<Skeleton className="h-60 w-full" />}
    >
      {(loaded) =>
        loaded.state === 'open' ? <Documents token={token ?? ''} link={loaded} /> : <Closed state={loaded.state} />
      }
    </AsyncBoundary>
  );
}

function Documents({ token, link }: { token: string; link: DocumentLink }) {
  const t = useText();
  const online = useOnline();
  return (
    <>
      <div>
        <h1 className="h1">{t('Your documents')}</h1>
        <p className="soft">
          {t('{provider} has sent you this link. It opens these documents alone, until {date}.', {
            provider: brand.name,
            date: formatDate(link.expiresAt),
          })}
        </p>
      </div>
      <ul className="border-line border-y">
        {link.papers.map((paper, place) => (
          <Document key={paperNumber(paper)} token={token} paper={paper} place={place} online={online} />
        ))}
      </ul>
      {!online && <Alert kind="warn">{t('You are offline. You can download once you are connected again.')}</Alert>}
    </>
  );
}

type DocumentProps = { token: string; paper: PaperName; place: number; online: boolean };

function Document({ token, paper, place, online }: DocumentProps) {
  const t = useText();
  const download = useDownloadDocument(token);
  const start = useMutateOnce(download);
  const number = paperNumber(paper);
  const kind = t(paperKinds[paper.kind]);
  return (
    <li className="grid gap-3 border-line border-t py-4 first:border-t-0">
      <p className="flex items-start gap-3">
        <FileText className="mt-0.5 size-5 flex-none" aria-hidden="true" />
        <span className="min-w-0">
          <span className="semi block">{kind}</span>
          <span className="soft small wrap-anywhere">{number}</span>
        </span>
      </p>
      <Button
        block
        disabled={!online}
        busy={download.isPending}
        busyLabel={t('Downloading...')}
        aria-label={`${t('Download')}: ${kind} ${number}`}
        onClick={() => start({ paper: place, name: number.replace(/[^\p{L}\p{N}-]+/gu, '-') })}
      >
        <Download />
        {t('Download')}
      </Button>
      {download.error && <Alert kind="bad">{t(messageOf(download.error))}</Alert>}
    </li>
  );
}

const CLOSED: Readonly<Record<'expired' | 'withdrawn' | 'unknown', { readonly title: string; readonly text: string }>> =
  {
    expired: {
      title: phrase('This link has expired'),
      text: phrase('It worked for a week. Ask our support for the documents again, or find them in your account.'),
    },
    withdrawn: {
      title: phrase('This link was withdrawn'),
      text: phrase('Ask our support for the documents again, or find them in your account.'),
    },
    unknown: {
      title: phrase('We do not know this link'),
      text: phrase('It was perhaps not copied whole. Open it once more from the message or the code.'),
    },
  };

function Closed({ state }: { state: keyof typeof CLOSED }) {
  const t = useText();
  const { title, text } = CLOSED[state];
  return (
    <div role="status">
      <Unlink className="auth-mark text-warn" />
      <h1 className="h1">{t(title)}</h1>
      <p className="soft">{t(text)}</p>
    </div>
  );
}
