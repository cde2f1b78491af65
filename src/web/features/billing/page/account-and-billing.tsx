import { useState } from 'react';
import { dollars } from '../../../../domain/billing/money.ts';
import { useMay } from '../../../app/allowed.tsx';
import { useShortDate } from '../../../app/dates.ts';
import type { SessionUser } from '../../../app/person.ts';
import { useSession } from '../../../app/session.tsx';
import { useText } from '../../../app/texts.tsx';
import { Loaded } from '../../../ui/messages/loaded.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import { Spinner } from '../../../ui/messages/spinner.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { usePaymentInformation, type PaymentInformation } from '../billing-api.ts';
import shared from '../billing.module.css';
import css from './page.module.css';
import { isPaid } from '../checkout-kind.ts';
import { ChoosePlanDialog } from '../choose-plan-dialog.tsx';
import { OpenPaymentNotice } from '../paying/open-payment-notice.tsx';
import { useDoneDialog } from '../use-done-dialog.tsx';
import { CardPanel } from './card-panel.tsx';
import { History } from './history.tsx';
import { Overdue } from './overdue.tsx';
import { PlanPanel } from './plan-panel.tsx';
import { useVoicedText } from '../../../plan-view/voiced-text.ts';

/** A person's payment plan, card and past payments on one page, including cancellation (BILL-01, GAP-56). */
export function Page() {
  const user = useSession();
  return user ? <AccountAndBilling user={user} /> : <Spinner />;
}

function AccountAndBilling({ user }: { user: SessionUser }) {
  const t = useText();
  const read = usePaymentInformation();
  return (
    <>
      <div className="pagehead">
        <div>
          <PageTitle>{t('billing.page.title')}</PageTitle>
          {read.data && <Result information={read.data} />}
        </div>
      </div>
      <Loaded read={read}>
        {(information) =>
          information.covered ? (
            <Notice icon="circle-check">
              {t('billing.page.covered', { provider: information.provider_name ?? '' })}
            </Notice>
          ) : (
            <Billing user={user} information={information} />
          )
        }
      </Loaded>
    </>
  );
}

/** The most important sentence of the page: the next charge. */
function Result({ information }: { information: PaymentInformation }) {
  const t = useText();
  const shortDate = useShortDate();
  const { current, covered } = information;
  if (covered) return null;
  if (!current || !isPaid(information)) return <p className="lead">{t('billing.page.resultNone')}</p>;
  const { state, ends_on, next_billing_date: next } = current;
  if (state === 'ending' && ends_on !== null)
    return <p className="lead">{t('billing.page.resultEnds', { date: shortDate(ends_on) })}</p>;
  if (next === null) return <p className="lead">{t('billing.page.resultLifetime')}</p>;
  const amount = dollars(current.next_amount ?? current.fee, { exact: true });
  return <p className="lead">{t('billing.page.resultNext', { amount, date: shortDate(next) })}</p>;
}

function Billing({ user, information }: { user: SessionUser; information: PaymentInformation }) {
  const said = useVoicedText();
  const t = useText();
  const may = useMay('billing.pay');
  const [choosing, setChoosing] = useState<'choose' | 'change'>();
  const close = () => setChoosing(undefined);
  const done = useDoneDialog({ before: close });
  const paid = () =>
    done.say({ title: t('billing.done.title'), body: t('billing.done.pay', { email: user.email }) });
  const cardSaved = () =>
    done.say({
      title: t('success.paymentMethodSaved.title'),
      body: t('success.paymentMethodSaved.body'),
    });
  return (
    <>
      {information.provider_down && (
        <div className={shared.overdue}>
          <Notice live>{t('billing.page.providerDown')}</Notice>
        </div>
      )}
      {may && <OpenPaymentNotice information={information} onPaid={paid} />}
      {information.current?.state === 'past_due' && (
        <Overdue information={information} current={information.current} onPaid={paid} />
      )}
      <div className={css.cards}>
        <PlanPanel information={information} onChoose={setChoosing} />
        <CardPanel information={information} onSaved={cardSaved} />
      </div>
      <History />
      <p className={`quiet ${css.safeNote}`}>{said('billing.page.safe')}</p>
      {choosing && <ChoosePlanDialog reason={choosing} onPaid={paid} onClose={close} />}
      {done.dialog}
    </>
  );
}
