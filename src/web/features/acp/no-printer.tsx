import { useRef, useState } from 'react';
import { Allowed } from '../../app/allowed.tsx';
import { useSession } from '../../app/session.tsx';
import { useText } from '../../app/texts.tsx';
import { call } from '../../api/call.ts';
import { graphql } from '../../api/graphql.ts';
import { ApiError } from '../../api/errors.ts';
import { callsOnce } from '../../api/request-keys.ts';
import { ProblemList } from '../../forms/errors/problem-list.tsx';
import { useAction } from '../../forms/use-action.ts';
import { fetchPlanPdf, type PlanFile } from '../../plan-view/pdf/pdf-file.ts';
import { canShareFiles, sharePdf } from '../../plan-view/pdf/share-file.ts';
import css from '../../plan-view/plan.module.css';
import { Button, type StateWords } from '../../ui/buttons/button.tsx';
import { Card } from '../../ui/card.tsx';

const MailMyPlan = graphql(`
  mutation mailMyPlan($user_id: ID!, $idempotency_key: String) {
    mailMyPlan(user_id: $user_id, idempotency_key: $idempotency_key)
  }
`);

const sharing: StateWords = {
  pending: 'myAcp.pdfState.preparing',
  complete: 'myAcp.phone.share',
  error: 'common.tryAgain',
};
const sending: StateWords = { pending: 'common.sending', complete: 'common.sent', error: 'common.notSent' };
const resetMs = 3000;

/** Ways to get the plan on paper, or to another device, for people with a telephone and no printer. */
export function NoPrinter() {
  const t = useText();
  const [shares] = useState(() => canShareFiles());
  return (
    <Card title={t('myAcp.phone.title')} lead={t(shares ? 'myAcp.phone.body' : 'myAcp.phone.bodyLink')}>
      <div className={css.cardActs}>
        {shares && <ShareButton />}
        <Allowed to="plan.mail">
          <MailButton />
        </Allowed>
      </div>
    </Card>
  );
}

/** Passes the PDF to the device's share sheet. If creating it took too long, the next touch shares the created file. */
function ShareButton() {
  const t = useText();
  const made = useRef<PlanFile>(undefined);
  const [isReady, setReady] = useState(false);
  const { run, state, problems } = useAction(
    async () => {
      const file = made.current ?? (await fetchPlanPdf());
      made.current = undefined;
      setReady(false);
      const outcome = await sharePdf(file).catch(() => {
        throw new ApiError('general_error');
      });
      if (outcome !== 'needs-touch') return;
      made.current = file;
      setReady(true);
    },
    { resetMs },
  );
  return (
    <>
      <Button
        variant="two"
        icon="share"
        state={state === 'complete' ? 'initial' : state}
        words={sharing}
        keepsRoom
        onClick={() => void run()}
      >
        {t('myAcp.phone.share')}
      </Button>
      <p className="small quiet">{t('myAcp.phone.shareWho')}</p>
      <div role="status">{isReady && <p>{t('myAcp.phone.shareReady')}</p>}</div>
      <div role="alert">{problems.length > 0 && <p className="err">{t('myAcp.phone.shareFailed')}</p>}</div>
    </>
  );
}

/** Mails the person a link to this page. */
function MailButton() {
  const t = useText();
  const user = useSession();
  const [once] = useState(() => callsOnce());
  const [sent, setSent] = useState(false);
  const { run, state, problems } = useAction(
    async () => {
      setSent(false);
      const { mailMyPlan } = await once({ user_id: user?.id ?? '' }, (values) => call(MailMyPlan, values));
      if (!mailMyPlan) throw new ApiError('not-found');
      setSent(true);
    },
    { resetMs },
  );
  return (
    <>
      <Button variant="two" icon="mail" state={state} words={sending} keepsRoom onClick={() => void run()}>
        {t('myAcp.phone.mail')}
      </Button>
      <p className="small quiet">{t('myAcp.phone.mailWhy')}</p>
      <ProblemList problems={problems} />
      <div role="status">{sent && <p>{t('myAcp.phone.mailSent', { email: user?.email ?? '' })}</p>}</div>
    </>
  );
}
