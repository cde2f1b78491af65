import { useState, type ReactNode } from 'react';
import type { ControlItem } from '../../../../../domain/customers/actions/control-panel.ts';
import type { PlainTextKey } from '../../../../../domain/i18n/texts.ts';
import { useText } from '../../../../app/texts.tsx';
import { useDownloadFrom } from '../../../../plan-view/pdf/download-pdf.tsx';
import { Card } from '../../../../ui/card.tsx';
import type { IconName } from '../../../../ui/drawings/icon.tsx';
import { RowAnchor, RowButton, RowLink, RowOff } from '../../../../ui/row.tsx';
import { customerPdfPath, emergencyPath, type Customer } from '../customer-api.ts';
import css from '../customer-page.module.css';
import { usePlanPath } from '../../paths.ts';
import { AddDocumentDialog } from './add-document-dialog.tsx';
import { ChangeDialog, type PlanChange } from './change-dialog.tsx';
import { RollbackDialog } from './rollback-dialog.tsx';

/** Dialogs that can be opened. */
type Asked = PlanChange | 'rollback' | 'upload';

type Shown = Extract<ControlItem, 'view' | 'pdf' | 'card' | 'upload' | PlanChange | 'rollback'>;

const icons: Readonly<Record<Shown, IconName>> = {
  view: 'file',
  pdf: 'download',
  card: 'qr',
  upload: 'upload',
  lock: 'lock',
  unlock: 'lock-open',
  external: 'file-import',
  externalUndo: 'file-import',
  rollback: 'bring-back',
};

const reading: readonly Shown[] = ['view', 'pdf', 'card'];
const changing: readonly Shown[] = ['upload', 'lock', 'unlock', 'rollback', 'external', 'externalUndo'];

type ControlPanelProps = { customer: Customer; onStale: () => void; children?: ReactNode };

/**
 * Actions that staff can take on the plan now. Unavailable actions are shown too, greyed and locked, with the reason (CDET-03,
 * GAP-87). `children` are the rows about the account.
 */
export function ControlPanel({ customer, onStale, children }: ControlPanelProps) {
  const t = useText();
  const [asking, setAsking] = useState<Asked>();
  const { plan } = customer;
  const close = () => setAsking(undefined);
  const rows = (items: readonly Shown[]) =>
    items.flatMap((item) => {
      const control = customer.control.find((each) => each.item === item);
      return control
        ? [<Item key={item} item={item} reason={control.reason} customer={customer} onAsk={setAsking} />]
        : [];
    });
  return (
    <Card title={t('customer.part.control')} className={css.panel}>
      {rows(reading)}
      <h3>{t('customer.plan.change')}</h3>
      {rows(changing)}
      {children}
      {asking === 'rollback' && plan && (
        <RollbackDialog customer={customer} plan={plan} onStale={onStale} onClose={close} />
      )}
      {asking === 'upload' && <AddDocumentDialog customer={customer} onClose={close} />}
      {asking && asking !== 'rollback' && asking !== 'upload' && plan && (
        <ChangeDialog kind={asking} customer={customer} plan={plan} onStale={onStale} onClose={close} />
      )}
    </Card>
  );
}

type ItemProps = {
  item: Shown;
  reason: string | null;
  customer: Customer;
  onAsk: (change: Asked) => void;
};

function Item({ item, reason, customer, onAsk }: ItemProps) {
  const t = useText();
  const planPath = usePlanPath();
  const icon = icons[item];
  const label = t(`customer.control.${item}`);
  if (reason !== null) {
    return (
      <RowOff icon={icon} reason={t(reason as PlainTextKey)}>
        {label}
      </RowOff>
    );
  }
  switch (item) {
    case 'view':
      return (
        <RowLink to={planPath} params={{ customerId: customer.id }} icon={icon} end={<span />}>
          {label}
        </RowLink>
      );
    case 'pdf':
      return <PdfRow userId={customer.id} label={label} />;
    case 'card':
      return (
        <RowAnchor
          href={emergencyPath(customer.id)}
          target="_blank"
          rel="noopener"
          icon={icon}
          end={<span />}
        >
          {label}
          <span className="vh"> {t('common.newTab')}</span>
        </RowAnchor>
      );
    default:
      return (
        <RowButton icon={icon} end={<span />} aria-haspopup="dialog" onClick={() => onAsk(item)}>
          {label}
        </RowButton>
      );
  }
}

function PdfRow({ userId, label }: { userId: string; label: string }) {
  const t = useText();
  const { state, failed, download } = useDownloadFrom(customerPdfPath(userId));
  const said = {
    initial: undefined,
    pending: 'customer.pdf.making',
    complete: 'success.downloadDone',
    error: undefined,
  } as const;
  const note = said[state];
  return (
    <>
      <RowButton
        icon="download"
        end={<span />}
        note={note && t(note)}
        aria-disabled={state === 'pending' || undefined}
        onClick={download}
      >
        {label}
      </RowButton>
      <div role="alert">{failed && <p className="err">{t('customer.pdf.failed')}</p>}</div>
    </>
  );
}
