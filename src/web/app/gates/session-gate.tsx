import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { onSessionLost, personOfPage, sessionLost } from '../../api/session/session-lost.ts';
import { onTabNews } from '../../api/session/session-tabs.ts';
import { announce } from '../../ui/messages/announce.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { Spinner } from '../../ui/messages/spinner.tsx';
import { showSnackbar } from '../../ui/messages/snackbars.ts';
import { useSession } from '../session.tsx';
import { translate, useText } from '../texts.tsx';
import { forgetUnsaved, keepsUnsaved, onWordsBack } from '../unsaved.ts';
import { onCoverForGood } from './cover-for-good.ts';
import { SessionCover } from './session-cover.tsx';
import { useSessionWatch } from './use-session-watch.ts';

const loadLayer = () => import('../../ui/dialogs/modal-layer.tsx');
const loadEnded = () => import('../../features/impersonation/impersonation-ended-dialog.tsx');
const ImpersonationEndedDialog = lazy(loadEnded);

/** Delay before the files of the dialogs are loaded, in milliseconds: when they are needed, the server may be down. */
const preloadMs = 15_000;

/** Time for which a page shows that typed text is restored, or that it cannot reach the server, in milliseconds. */
const noticeMs = 12_000;

type Over = 'own' | 'customer' | 'together' | 'left';

/**
 * Wraps every page: warns before the session ends, and removes the page when the session has ended, here or in another tab
 * . The typed text is already saved then. The page offers a way to sign in and to come back; staff whose session in a
 * customer's account is over return to their own account.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const user = useSession();
  const acting = user?.acting != null;
  const [over, setOver] = useState<Over | null>(null);
  // The person of the page stays known after the session is over. The id is empty in a first frame.
  const { view, stay } = useSessionWatch(over ? null : user?.id || null, !acting);

  const place = useRef<'own' | 'customer' | 'together'>('own');
  place.current = acting ? 'customer' : user?.together ? 'together' : 'own';
  useEffect(() => onSessionLost(() => setOver(place.current)), []);
  const [signedOut, setSignedOut] = useState(false);
  useEffect(
    () =>
      onTabNews((news) => {
        if (news.kind !== 'over' || !news.signedOut || news.person !== personOfPage()) return;
        // This also saves what is typed on this page. Signing out deletes it.
        sessionLost();
        forgetUnsaved();
        setSignedOut(true);
      }),
    [],
  );
  useEffect(
    () => onWordsBack(() => showSnackbar(translate('system.sessionEnded.back'), 'done', noticeMs)),
    [],
  );
  useEffect(() => onCoverForGood(() => flushSync(() => setOver('left'))), []);
  useEffect(() => {
    if (!user) return undefined;
    const timer = setTimeout(() => {
      void loadLayer().catch(() => undefined);
      if (acting) void loadEnded().catch(() => undefined);
    }, preloadMs);
    return () => clearTimeout(timer);
  }, [user, acting]);

  if (over === 'left') return <Spinner />;
  if (over === 'together') return <TogetherEnded />;
  if (over === 'own') return <SignedOut keeps={!signedOut} />;
  if (over === 'customer')
    return (
      <Suspense>
        <ImpersonationEndedDialog onClose={() => setOver(null)} />
      </Suspense>
    );
  return (
    <>
      {children}
      {view.kind === 'ending' && <Ending minutes={view.minutes} last={view.last && !acting} stay={stay} />}
      {view.kind === 'covered' && <Unsure away={view.away} />}
    </>
  );
}

/** The warning. It announces the time left when it opens, and again for the last minute. */
function Ending({ minutes, last, stay }: { minutes: number; last: boolean; stay: () => Promise<boolean> }) {
  const t = useText();
  const [seen, setSeen] = useState(false);
  const words = t(last ? 'system.sessionEnding.last' : 'system.sessionEnding.body', { count: minutes });
  const first = useRef(words);
  useEffect(() => {
    if (words !== first.current) announce(words);
  }, [words]);
  const answer = () => {
    if (last) return setSeen(true);
    void stay().then((answered) => {
      if (!answered) showSnackbar(t('system.sessionAway'), 'problem', noticeMs);
    });
    return undefined;
  };
  return (
    <Modal
      open={!seen}
      onClose={answer}
      mustChoose
      onEscape={answer}
      role="alertdialog"
      title={t(last ? 'system.sessionEnding.lastTitle' : 'system.sessionEnding.title')}
      lead={words}
      foot={
        <Button onClick={answer}>
          {t(last ? 'system.sessionEnding.goOn' : 'system.sessionEnding.stay')}
        </Button>
      }
    />
  );
}

/** The time is over by the page's own clock, and the server has not confirmed it. The page stays behind it unchanged. */
function Unsure({ away }: { away: boolean }) {
  const t = useText();
  return (
    <SessionCover
      title={t('system.sessionUnsure.title')}
      lead={t(away ? 'system.sessionUnsure.away' : 'system.sessionUnsure.body')}
    />
  );
}

/** A session with staff beside the customer is over (N-08): nothing of it stays in this browser, which belongs to the staff. */
function TogetherEnded() {
  const t = useText();
  useEffect(forgetUnsaved, []);
  return (
    <SessionCover
      title={t('system.togetherEnded.title')}
      lead={t('system.togetherEnded.body')}
      foot={<Button onClick={() => location.replace('/login')}>{t('system.sessionEnded.button')}</Button>}
    />
  );
}

/** The session is over: the page is removed from the document. `keeps`: typed text stays in this tab. */
function SignedOut({ keeps }: { keeps: boolean }) {
  const t = useText();
  const router = useRouter();
  const [canKeep] = useState(keepsUnsaved);
  const signIn = () => {
    const returnPath = router.state.location.href;
    // A full page load, so that nothing of the old session stays in memory.
    location.assign(`/login?${new URLSearchParams({ returnPath, reason: 'expired' }).toString()}`);
  };
  return (
    <SessionCover
      title={t('system.sessionEnded.title')}
      lead={t(keeps && canKeep ? 'system.sessionEnded.body' : 'system.sessionEnded.bodyLost')}
      foot={<Button onClick={signIn}>{t('system.sessionEnded.button')}</Button>}
    />
  );
}
