import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { fullName } from '../../../../domain/names.ts';
import type { TextKey } from '../../../../domain/i18n/texts.ts';
import { useShortDate } from '../../../app/dates.ts';
import { MessagePage } from '../../../app/gates/message-page.tsx';
import { useText } from '../../../app/texts.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Loaded } from '../../../ui/messages/loaded.tsx';
import { OwnWords } from '../../../ui/own-words.tsx';
import { StartDialog } from '../../impersonation/api.ts';
import { useCustomer, type Customer } from './customer-api.ts';
import css from './customer-page.module.css';

/** A customer's own page: who it is, how far the plan is, and the way into the account for staff who may (LAC-01). */
export function Page() {
  const t = useText();
  const { customerId = '' } = useParams({ strict: false });
  const read = useCustomer(customerId);
  const code = read.failed?.code;
  const home = <LinkButton to="/dashboard">{t('system.notFound.button')}</LinkButton>;
  if (!read.data && code === 'forbidden') {
    return (
      <MessagePage title={t('system.noAccess.title')} action={home}>
        {t('system.noAccess.body')}
      </MessagePage>
    );
  }
  if (!read.data && (code === 'not-found' || code === 'invalid')) {
    return (
      <MessagePage title={t('customer.page.none')} action={home}>
        {t('customer.page.noneBody')}
      </MessagePage>
    );
  }
  return <Loaded read={read}>{(customer) => <CustomerCard customer={customer} />}</Loaded>;
}

function CustomerCard({ customer }: { customer: Customer }) {
  const t = useText();
  const shortDate = useShortDate();
  const [entering, setEntering] = useState(false);
  const { id, email, customer_status: status, provider } = customer;
  const name = fullName(customer) || (email ?? '');
  const { signed_at: completed_at = null, status: plan_status = 'draft' } = customer.plan ?? {};
  const plan =
    plan_status === 'complete' && completed_at
      ? t('customer.page.planComplete', { date: shortDate(completed_at) })
      : t('customer.page.planDraft');
  return (
    <>
      <div className="pagehead">
        <PageTitle browserTitle={name}>
          <OwnWords>{name}</OwnWords>
        </PageTitle>
      </div>
      <dl className={css.facts}>
        <Fact label="customer.page.status">{t(`customer.page.status.${status}`)}</Fact>
        <Fact label="customer.page.plan">{plan}</Fact>
        {email !== null && <Fact label="customer.page.email">{email}</Fact>}
        {provider && (
          <Fact label="customer.page.provider">
            <OwnWords>{provider}</OwnWords>
          </Fact>
        )}
      </dl>
      {status === 'suspended' ? (
        <Notice>{t('error.lac.suspended')}</Notice>
      ) : (
        <Button aria-haspopup="dialog" onClick={() => setEntering(true)}>
          {t('lac.action')}
        </Button>
      )}
      {entering && <StartDialog customer={{ id, name }} onClose={() => setEntering(false)} />}
    </>
  );
}

function Fact({ label, children }: { label: TextKey; children: React.ReactNode }) {
  const t = useText();
  return (
    <div>
      <dt>{t(label)}</dt>
      <dd>{children}</dd>
    </div>
  );
}
