import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useText } from '../../../../app/texts.tsx';
import type { ActivePlan } from '../../../../plan-view/active-plan.ts';
import { PdfButton, PdfProblem, useDownloadFrom } from '../../../../plan-view/pdf/download-pdf.tsx';
import { Button } from '../../../../ui/buttons/button.tsx';
import { LinkButton } from '../../../../ui/buttons/link-button.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { Icon } from '../../../../ui/drawings/icon.tsx';
import { Loaded } from '../../../../ui/messages/loaded.tsx';
import { Notice } from '../../../../ui/messages/notice.tsx';
import { OwnWords } from '../../../../ui/words/own-words.tsx';
import { PageTitle } from '../../../../ui/page-title.tsx';
import { useDocumentWording, WholePlan } from '../../../acp/api.ts';
import { customerPdfPath, type Customer } from '../customer-api.ts';
import { useCustomerPath, usePlanPath } from '../../paths.ts';
import { OfCustomer } from '../of-customer.tsx';
import { useOpenedPlan } from '../use-opened-plan.ts';
import css from './customer-plan.module.css';

/** Returns the version number in an address, from 1 on; undefined if it has none. */
const versionIn = (named: unknown): number | undefined =>
  typeof named === 'string' && /^[1-9]\d{0,6}$/.test(named) ? Number(named) : undefined;

/** Page with a customer's whole plan, or an earlier version of it, to read. The opening is recorded. */
export function Page() {
  const { customerId = '' } = useParams({ strict: false });
  const { version: named }: { version?: unknown } = useSearch({ strict: false });
  const t = useText();
  const version = versionIn(named);
  return (
    <OfCustomer key={`${customerId} ${String(version)}`} id={customerId} title={t('customer.plan.open')}>
      {(customer) => <Opened customer={customer} version={version} />}
    </OfCustomer>
  );
}

function Opened({ customer, version }: { customer: Customer; version: number | undefined }) {
  const t = useText();
  const { id, name, plan } = customer;
  const customerPath = useCustomerPath();
  const isReadable = version !== undefined || plan?.status === 'complete';
  const opened = useOpenedPlan(customer, { version, pause: !isReadable });
  const title = t('customer.plan.title', { customer: name });
  const back = (
    <Link to={customerPath} params={{ customerId: id }} className={classNames('mini', css.back)}>
      <Icon name="chevron-right" small />
      <OwnWords>{t('customer.plan.back', { customer: name })}</OwnWords>
    </Link>
  );
  const missing = opened.failed?.code === 'not-found' || !isReadable;
  if (missing) {
    return (
      <>
        <div className={css.top}>{back}</div>
        <PageTitle browserTitle={title}>
          <OwnWords>{title}</OwnWords>
        </PageTitle>
        <p className={css.none}>
          <OwnWords>{t('customer.plan.notSigned', { customer: name })}</OwnWords>
        </p>
      </>
    );
  }
  if (!opened.data) {
    return (
      <>
        <div className={css.top}>{back}</div>
        <PageTitle browserTitle={title}>
          <OwnWords>{title}</OwnWords>
        </PageTitle>
        <Loaded read={opened}>{() => null}</Loaded>
      </>
    );
  }
  return <Reading plan={opened.data} customer={customer} version={version} back={back} />;
}

type ReadingProps = {
  plan: ActivePlan;
  customer: Customer;
  version: number | undefined;
  back: React.ReactNode;
};

function Reading({ plan, customer, version, back }: ReadingProps) {
  const wording = useDocumentWording(plan);
  const { t } = wording;
  const planPath = usePlanPath();
  const pdf = useDownloadFrom(customerPdfPath(customer.id, version));
  const isOld = version !== undefined && version !== customer.plan?.plan_version;
  const old = isOld ? t('customer.plan.oldVersion', { version: plan.plan_version }) : undefined;
  const replaced = customer.is_duplicate ? t('pdf.otherRecord') : old;
  return (
    <>
      <div className={css.top}>
        {back}
        <Button variant="two" icon="print" onClick={() => window.print()}>
          {t('common.print')}
        </Button>
        <PdfButton {...pdf} label="customer.plan.pdf" />
      </div>
      <PdfProblem {...pdf} />
      {replaced !== undefined && (
        <div className={css.old}>
          <Notice icon="alert">
            <p>{replaced}</p>
            {!customer.is_duplicate && (
              <p>
                <LinkButton to={planPath} params={{ customerId: customer.id }} search={{}}>
                  {t('customer.plan.toCurrent')}
                </LinkButton>
              </p>
            )}
          </Notice>
        </div>
      )}
      <WholePlan
        plan={plan}
        wording={wording}
        contacts={customer.trusted_contacts}
        contactsFailed={false}
        reader="staff"
        replaced={replaced}
      />
    </>
  );
}
